// The gates behind one output, as layers from the state at the left to the output at the right.
// Values run through them a level at a time, and a click on a register or a move turns it over.

import { button, h, s } from './dom.js';
import { t } from './language.js';
import { pretty } from './terms.js';

const COLUMN = 74;
const ROW = 26;
const NAMES = 190;
const GATE = 'M-13-9h12a9 9 0 0 1 0 18h-12z';

export class ConeView {
  /** @type {Cone} */
  cone;
  /** @type {Map<number, Gate>} */
  nodes;
  /** @type {Record<number, boolean>} */
  values;
  /** @type {{element: SVGGElement, input: Wire, node: Gate}[]} */
  edges;
  /** @type {Map<number, SVGElement>} */
  drawn;
  /** The level up to which values are shown, and the last one. */
  shown = 0;
  top = 0;

  /** @param {(node: Gate|null) => void} point called with the gate under the pointer */
  constructor(point) {
    this.point = point;
    this.caption = h('p.note', { 'aria-live': 'polite' });
    this.picture = h('div.cone');
    this.slider = h('input', { type: 'range', min: 0, 'aria-label': t('Levels that are evaluated'), oninput: () => this.step(Number(this.slider.value)) });
    this.level = h('output');
    this.element = h('div', {},
      h('div.row.cone-steps', {},
        button('‹', () => this.step(this.shown - 1), { 'aria-label': t('One level back') }),
        button('›', () => this.step(this.shown + 1), { 'aria-label': t('One level on') }),
        this.slider, this.level),
      this.picture, this.caption);
  }

  /** @param {Cone} cone the answer of the server */
  show(cone) {
    this.cone = cone;
    this.nodes = new Map(cone.nodes.map((node) => [node.id, node]));
    this.values = { ...cone.values };
    this.top = Math.max(0, ...cone.nodes.map(({ level }) => level));
    this.slider.max = String(this.top);
    const places = layout(cone.nodes);
    const last = places.get(cone.root.id);
    const height = Math.max(...[...places.values()].map(([, y]) => y), 60) + ROW;
    const width = NAMES + (this.top + 1) * COLUMN + 170;
    this.edges = cone.nodes.flatMap((node) => (node.inputs ?? []).flatMap((input) => this.edge(input, node, places)));
    this.drawn = new Map(cone.nodes.map((node) => [node.id, this.node(node, places.get(node.id) ?? [0, 0])]));
    const end = last ? this.output(last) : null;
    const frame = { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': t('Gates of {output}', { output: cone.output }) };
    this.picture.replaceChildren(s('svg', frame, this.edges.map(({ element }) => element), [...this.drawn.values()], end));
    this.rest = cone.complete ? '' : ` ${t('Only the nearest 400 gates are drawn.')}`;
    this.step(this.top);
  }

  /**
   * @param {Wire} input
   * @param {Gate} node
   * @param {Map<number, [number, number]>} places
   */
  edge(input, node, places) {
    const [from, to] = [places.get(input.id), places.get(node.id)];
    const level = this.levelOf(input.id);
    // What feeds a loop comes from behind it, and would cross everything.
    if (!from || !to || level >= node.level) return [];
    const [x1, y1] = [from[0] + (level === 0 ? 6 : 8), from[1]];
    const [x2, y2] = [to[0] - 13, to[1]];
    const bend = Math.max(18, (x2 - x1) / 2);
    const end = input.inverted ? x2 - 7 : x2;
    const element = s('g.edge', {}, s('path', { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}` }),
      input.inverted ? s('circle', { cx: x2 - 3.5, cy: y2, r: 3.5 }) : null);
    return [{ element, input, node }];
  }

  node(node, [x, y]) {
    const leaf = node.kind !== 'and';
    const turn = () => { if (leaf) this.turn(node.id); };
    return s(`g.node.${node.kind}`, {
      transform: `translate(${x} ${y})`,
      ...(leaf ? { tabindex: 0, role: 'button', 'aria-label': pretty(node.name ?? node.kind) } : {}),
      onpointerenter: () => this.explain(node), onpointerleave: () => this.explain(null), onfocus: () => this.explain(node),
      onclick: turn,
      onkeydown: (event) => { if (event.key === 'Enter') turn(); },
    }, leaf
      ? [s('text', { x: -8, y: 4.5, 'text-anchor': 'end' }, pretty(node.name ?? node.kind)), s('circle', { r: 6 })]
      : s('path', { d: GATE }));
  }

  output([x, y]) {
    this.sign = s('text.output', { x: x + 44, y: y + 5 }, pretty(this.cone.output));
    const bubble = this.cone.root.inverted ? s('circle.bubble', { cx: x + 12, cy: y, r: 3.5 }) : null;
    return s('g', {}, s('path.wire', { d: `M${x + 8} ${y}h30` }), bubble, this.sign);
  }

  /** Shows values up to a level. */
  step(level) {
    this.shown = Math.min(this.top, Math.max(0, level));
    this.slider.value = String(this.shown);
    this.level.textContent = t('level {level} of {levels}', { level: this.shown, levels: this.top });
    for (const [id, element] of this.drawn) setValue(element, this.known(id));
    for (const { element, input, node } of this.edges) {
      const value = this.known(input.id);
      setValue(element, node.level <= this.shown || this.levelOf(input.id) <= this.shown ? value !== null && value !== input.inverted : null);
    }
    const root = this.known(this.cone.root.id);
    if (this.sign) setValue(this.sign, root === null ? null : root !== this.cone.root.inverted);
    this.explain(null);
  }

  /** The level of a gate; what is not drawn comes after all others. */
  levelOf(id) {
    return this.nodes.get(id)?.level ?? Infinity;
  }

  known(id) {
    return this.levelOf(id) <= this.shown ? Boolean(this.values[id]) : null;
  }

  /** Turns a register or a move over, and computes what follows. */
  turn(id) {
    this.values[id] = !this.values[id];
    for (const node of this.cone.nodes.toSorted((a, b) => a.level - b.level)) {
      const { inputs = [] } = node;
      if (node.kind === 'and' && inputs.every((input) => this.nodes.has(input.id))) {
        this.values[node.id] = inputs.every((input) => Boolean(this.values[input.id]) !== input.inverted);
      }
    }
    this.step(this.shown);
  }

  explain(node) {
    this.point(node);
    for (const { element, input, node: target } of this.edges) {
      element.classList.toggle('lit', Boolean(node) && (input.id === node.id || target.id === node.id));
    }
    if (!node) {
      this.caption.textContent = `${t('Green is true. A small circle inverts. Click a fact or a move to turn it over.')}${this.rest}`;
      return;
    }
    this.caption.textContent = captionOf(node, this.known(node.id));
  }
}

/**
 * A node in words.
 * @param {Gate} node
 * @param {boolean|null} known
 */
function captionOf({ kind, name, level, relation, rule }, known) {
  const value = known === null ? t('not yet evaluated') : known ? t('true') : t('false');
  const term = pretty(name ?? '');
  if (kind === 'input') return t('Move {term}: {value}', { term, value });
  if (kind !== 'and') return t('Fact {term}: {value}', { term, value });
  if (relation && rule) return t('AND at level {level}, made by a rule for {relation} in line {line}: {value}', { level, relation, line: rule[0], value });
  if (relation) return t('AND at level {level}, made by a rule for {relation}: {value}', { level, relation, value });
  return t('AND at level {level}: {value}', { level, value });
}

function setValue(element, value) {
  element.classList.toggle('true', value === true);
  element.classList.toggle('unknown', value === null);
}

/**
 * Columns by level; within a column nodes stand near what they read.
 * @param {Gate[]} nodes
 * @returns {Map<number, [number, number]>}
 */
function layout(nodes) {
  const columns = new Map();
  for (const node of nodes) {
    if (!columns.has(node.level)) columns.set(node.level, []);
    columns.get(node.level).push(node);
  }
  const tallest = Math.max(...[...columns.values()].map((column) => column.length));
  const places = new Map();
  for (const level of [...columns.keys()].sort((a, b) => a - b)) {
    const column = columns.get(level);
    const height = (node) => {
      const known = (node.inputs ?? []).flatMap(({ id }) => (places.has(id) ? [places.get(id)[1]] : []));
      return known.length ? known.reduce((sum, y) => sum + y, 0) / known.length : 0;
    };
    if (level > 0) column.sort((a, b) => height(a) - height(b));
    else column.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en', { numeric: true }));
    const gap = column.length > 1 ? Math.min(3 * ROW, ((tallest - 1) * ROW) / (column.length - 1)) : 0;
    const start = ROW + ((tallest - 1) * ROW - gap * (column.length - 1)) / 2;
    column.forEach((node, k) => places.set(node.id, [NAMES + level * COLUMN, start + k * gap]));
  }
  return places;
}
