// How a game became gates: statistics, a map of them, the rules, and the gates of any output.

import * as api from './api.js';
import { h } from './dom.js';
import { ConeView } from './cone.js';
import { heatmap } from './heatmap.js';
import { plural, t } from './language.js';
import { complain } from './notice.js';
import { Sheet } from './sheet.js';
import { statistics } from './statistics.js';
import { pretty } from './terms.js';

const KINDS = ['legal', 'next', 'terminal', 'goal', 'percept'];
const SHOWN = 150;
const GRASPED = 24;

export function show(view, query, id) {
  document.title = `${t('Circuit')} · Stonegate`;
  view.append(h('p.empty', {}, t('Compiling the game…')));
  const at = query.has('table') ? { table: query.get('table'), ply: Number(query.get('ply')) } : undefined;
  Promise.all([api.game(id), api.circuit(id)]).then(
    ([game, circuit]) => new CircuitPage(view, game, circuit, at),
    (error) => view.replaceChildren(h('p.empty', {}, error.message)));
}

class CircuitPage {
  /** @type {string|null} */
  pinned = null;

  /**
   * @param {HTMLElement} view
   * @param {Game} game
   * @param {Circuit} circuit
   * @param {{table: string, ply: number}} [at]
   */
  constructor(view, game, circuit, at) {
    this.game = game;
    this.circuit = circuit;
    this.at = at;
    document.title = `${t('Circuit of {game}', { game: game.title })} · Stonegate`;
    const choose = (relation) => this.pin(relation);
    const point = (relation) => this.highlight(relation ?? this.pinned);
    this.map = heatmap(circuit, {
      choose,
      point: (relation) => {
        point(relation);
        this.sheet.go(relation);
      },
    });
    this.sheet = new Sheet(game.rules, circuit.relations, { choose, point });
    this.cone = new ConeView((node) => {
      this.sheet.point(node?.rule ?? null);
      this.map.highlight(node?.relation ?? this.pinned);
    });
    this.list = h('div.output-list');
    this.filter = h('input', { type: 'search', placeholder: t('Find'), 'aria-label': t('Find an output'), oninput: () => this.fillOutputs() });
    this.kind = h('select', { 'aria-label': t('Kind of output'), onchange: () => this.fillOutputs() },
      KINDS.filter((kind) => circuit.outputs.some((output) => output.kind === kind)).map((kind) => h('option', { value: kind }, kind)));
    view.className = 'circuit-page';
    view.replaceChildren(
      h('div.circuit-head', {}, h('h1', {}, t('The circuit of {game}', { game: game.title })),
        h('p.note', {}, at
          ? t('Values are those after move {move} of your game. Point at a relation to see its rules; choose an output to see its gates.', { move: at.ply })
          : t('Point at a relation to see its rules, or at a rule to see where its gates are; choose an output to see them one by one.')),
        at ? h('a.button', { href: `#/table/${at.table}` }, t('Back to the game')) : null),
      statistics(circuit),
      h('div.circuit-main', {},
        h('section.panel', { 'aria-label': t('Map of the gates') },
          h('h2', {}, t('Where the gates are'), h('span.note', {}, t('relation by level'))), this.map.element),
        h('section.panel.sheet-panel', { 'aria-label': t('Rules') },
          h('h2', {}, t('The rules'), h('a.note', { href: `#/rules/${game.id}` }, t('Edit a copy'))), this.sheet.element)),
      h('section.panel', { 'aria-label': t('Gates of an output') }, h('h2', {}, t('From the state to an output')),
        h('div.outputs', {}, h('div.output-choice', {}, h('div.row', {}, this.kind, this.filter), this.list), this.cone.element)));
    const first = firstOutput(circuit.outputs);
    if (first) {
      this.kind.value = first.kind;
      this.fillOutputs();
      this.choose(first.name);
    }
  }

  highlight(relation) {
    this.map.highlight(relation);
    this.sheet.highlight(relation);
  }

  pin(relation) {
    this.pinned = this.pinned === relation ? null : relation;
    this.highlight(this.pinned);
    if (this.pinned) this.sheet.go(relation);
  }

  fillOutputs() {
    const wanted = this.filter.value.toLowerCase();
    const found = this.circuit.outputs.filter(({ name, kind }) => kind === this.kind.value && name.toLowerCase().includes(wanted));
    this.list.replaceChildren(...found.slice(0, SHOWN).map(({ name, gates }) =>
      h('button.output', { type: 'button', 'data-name': name, 'aria-pressed': String(name === this.chosen), onclick: () => this.choose(name) },
        h('span', {}, bare(name)), h('span.note', {}, gates === null ? '' : plural('{count} gate', '{count} gates', gates)))),
    ...(found.length > SHOWN ? [h('p.note', {}, t('and {count} more', { count: found.length - SHOWN }))] : []));
  }

  async choose(name) {
    this.chosen = name;
    for (const item of this.list.querySelectorAll('button')) item.setAttribute('aria-pressed', String(item.dataset.name === name));
    try {
      const cone = await api.cone(this.game.id, name, this.at);
      if (this.chosen === name) this.cone.show(cone);
    } catch (error) {
      complain(error);
    }
  }
}

/** The output to begin with: large enough to be interesting, small enough to be seen as a whole. */
function firstOutput(outputs) {
  const grasped = outputs.filter(({ gates }) => gates <= GRASPED);
  return grasped.reduce((best, output) => (output.gates > best.gates ? output : best), grasped[0] ?? outputs[0]);
}

/** An output without the word for its kind. */
function bare(name) {
  return pretty(name).replace(/^(legal|next|goal) /, '');
}
