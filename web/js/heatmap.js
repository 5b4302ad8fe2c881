// Where the gates are: relations down, levels across, the more gates the darker.

import { h, s } from './dom.js';
import { number, plural, t } from './language.js';

const NAME = 150;
const COUNT = 56;
const ROW = 24;
const WIDTH = 700;
const HEAD = 22;

/**
 * @param {Circuit} circuit
 * @param {{point: (relation: string|null) => void, choose: (relation: string) => void}} listeners
 * @returns {{element: HTMLElement, highlight: (relation: string|null) => void}}
 */
export function heatmap(circuit, listeners) {
  /** @type {Map<string, Map<number, number>>} */
  const gates = new Map(circuit.relations.map(({ name }) => [name, new Map()]));
  for (const { level, gates: entries } of circuit.by_level) {
    for (const { relation, gates: count } of entries) {
      const row = gates.get(relation) ?? new Map();
      gates.set(relation, row.set(level, count));
    }
  }
  const levels = Math.max(1, circuit.levels);
  const step = (WIDTH - NAME - COUNT) / levels;
  const most = Math.max(1, ...[...gates.values()].flatMap((row) => [...row.values()]));
  const rows = [...gates].filter(([, row]) => row.size).sort(([, a], [, b]) => middle(a) - middle(b));
  const empty = [...gates].filter(([, row]) => !row.size).map(([name]) => name);
  const drawn = new Map(rows.map(([name, row], k) => [name, drawRow(name, row, k, step, most, listeners)]));
  const svg = s('svg.heatmap', { viewBox: `0 0 ${WIDTH} ${HEAD + rows.length * ROW + 4}`, role: 'group', 'aria-label': t('Gates by relation and level') },
    axis(levels, step), ...drawn.values());
  const highlight = (relation) => {
    for (const [name, row] of drawn) row.classList.toggle('lit', name === relation);
  };
  const folded = empty.length ? h('p.note', {}, t('Without gates of their own: {relations}.', { relations: empty.join(', ') })) : null;
  return { element: h('div', {}, h('div.heatmap-area', {}, svg), folded), highlight };
}

function drawRow(name, row, k, step, most, { point, choose }) {
  const y = HEAD + k * ROW;
  const total = [...row.values()].reduce((sum, count) => sum + count, 0);
  const cells = [...row].map(([level, count]) => s('rect.heat', {
    x: NAME + (level - 1) * step, y: y + 2, width: Math.max(1, step - 1), height: ROW - 4, rx: 2,
    'fill-opacity': (0.14 + 0.86 * Math.log1p(count) / Math.log1p(most)).toFixed(2),
  }, s('title', {}, plural('{relation}, level {level}: {count} gate', '{relation}, level {level}: {count} gates', count, { relation: name, level }))));
  return s('g.heat-row', {
    tabindex: 0, role: 'button',
    onpointerenter: () => point(name), onpointerleave: () => point(null),
    onfocus: () => point(name), onblur: () => point(null),
    onclick: () => choose(name),
    onkeydown: (event) => { if (event.key === 'Enter') choose(name); },
  },
  s('rect.heat-back', { y, width: WIDTH, height: ROW, rx: 4 }),
  s('text', { x: NAME - 10, y: y + 16.5, 'text-anchor': 'end' }, shorten(name)),
  ...cells,
  s('text.count', { x: WIDTH - 6, y: y + 16.5, 'text-anchor': 'end' }, number(total)));
}

/** The levels, as many of them as can be read. */
function axis(levels, step) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((n) => n * step > 26) ?? 1000;
  const marks = [];
  for (let level = every === 1 ? 1 : every; level <= levels; level += every) {
    marks.push(s('text.count', { x: NAME + (level - 0.5) * step, y: 14, 'text-anchor': 'middle' }, level));
  }
  return s('g', { 'aria-hidden': 'true' }, s('text.count', { x: NAME - 10, y: 14, 'text-anchor': 'end' }, t('level')), ...marks);
}

/** Gates that no rule is named for have a relation without a name. */
function shorten(name) {
  if (!name) return t('shared');
  return name.length > 18 ? `${name.slice(0, 17)}…` : name;
}

/** The level around which a relation's gates lie. */
function middle(row) {
  let sum = 0;
  let weight = 0;
  for (const [level, count] of row) {
    sum += level * count;
    weight += count;
  }
  return sum / weight;
}
