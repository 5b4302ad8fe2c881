// A review of a game: an engine goes through it, and the moves that threw it away are marked.

import { button, h } from './dom.js';
import { plural, t } from './language.js';
import { jointName, title } from './terms.js';

/** How long the engine looks at a position. */
const SECONDS = 0.5;

/** Whoever says nothing for so long, in milliseconds, has nothing more to say. */
const PAUSE = 700;
const PATIENCE = 6000;

/** How many points of the goal a move loses for a mark, which has a kind and a name. @type {[number, string, string, string][]} */
const MARKS = [[30, '??', 'blunder', t('blunder')], [18, '?', 'mistake', t('mistake')], [9, '?!', 'inaccuracy', t('inaccuracy')]];

/** @typedef {{mark: string, kind: string, name: string, role: string, loss: number, best: string}} Judgement */

export class Review {
  /** @type {Map<number, {values: number[], best: string|null, bestName: string}>} What was thought of each position. */
  found = new Map();
  /** @type {number|null} The position that is being looked at. */
  ply = null;

  /** @param {import('./table.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.progress = h('progress', { 'aria-label': t('Positions looked at') });
    this.list = h('ol.judgements');
    this.note = h('span.note');
    this.element = h('section.panel.review', { 'aria-label': t('Review'), hidden: true }, h('h2', {}, t('Review'), this.note), this.progress, this.list);
  }

  get isRunning() {
    return this.ply !== null;
  }

  start() {
    this.found.clear();
    this.element.hidden = false;
    this.ask(0);
  }

  stop() {
    clearTimeout(this.timer);
    if (this.ply !== null) this.page.send({ type: 'analyze', ply: this.ply, seconds: 0 });
    this.ply = null;
    this.page.update();
  }

  close() {
    clearTimeout(this.timer);
  }

  /** Has a position looked at, or ends behind the last one. */
  ask(ply) {
    const { state } = this.page;
    const { table } = state;
    // Nobody moves after the end, and what comes next in a game without one is worth a look.
    if (ply >= table.ply + (table.over ? 0 : 1)) {
      this.ply = null;
      this.page.update();
      return;
    }
    this.ply = ply;
    // What moves are called comes with the position.
    if (!state.positions.has(ply)) this.page.send({ type: 'position', ply });
    this.page.send({ type: 'analyze', ply, seconds: SECONDS });
    this.wait(PATIENCE);
    this.page.update();
  }

  wait(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(Number(this.ply) + 1), time);
  }

  /** @param {Thoughts} thoughts */
  take(thoughts) {
    if (thoughts.for !== 'analysis' || thoughts.ply !== this.ply) return;
    const [best] = thoughts.moves;
    if (thoughts.values.length) {
      const bestName = best ? this.page.state.nameOf(best.role, best.move, thoughts.ply) : '';
      this.found.set(thoughts.ply, { values: thoughts.values, best: best?.move ?? null, bestName });
    }
    if (thoughts.seconds >= SECONDS * 0.95) this.ask(thoughts.ply + 1);
    else this.wait(PAUSE);
  }

  /** What each position is worth, as far as it is known: what the review found comes first. */
  values() {
    const { table, isBrokenOff } = this.page.state;
    const values = [...table.values];
    for (const [ply, { values: found }] of this.found) values[ply] = found;
    if (this.found.size && table.over && !isBrokenOff) values[table.ply] = table.over.goals.map((goal) => goal ?? NaN);
    return values;
  }

  /**
   * The moves that lost much, by their numbers from 0.
   * @returns {Map<number, Judgement>}
   */
  judgements() {
    const { table, roles } = this.page.state;
    const values = this.values();
    const found = new Map();
    for (const [ply, { best, bestName }] of this.found) {
      const after = values[ply + 1];
      const before = values[ply];
      if (!after || !before || (ply + 1 < table.ply && !this.found.has(ply + 1))) continue;
      roles.forEach((role, k) => {
        const loss = before[k] - after[k];
        const mark = table.names[ply][k] && best !== table.moves[ply][k] && MARKS.find(([least]) => loss >= least);
        if (mark) found.set(ply, { mark: mark[1], kind: mark[2], name: mark[3], role, loss, best: bestName });
      });
    }
    return found;
  }

  show() {
    if (this.element.hidden) return;
    const { table } = this.page.state;
    const judgements = [...this.judgements()];
    this.progress.hidden = !this.isRunning;
    this.progress.max = Math.max(1, table.ply);
    this.progress.value = this.ply ?? 0;
    this.note.textContent = this.isRunning ? t('position {number} of {last}', { number: Number(this.ply) + 1, last: table.ply })
      : plural('{count} mark', '{count} marks', judgements.length);
    const key = JSON.stringify(judgements);
    if (key === this.key) return;
    this.key = key;
    this.list.replaceChildren(...judgements.map(([ply, { mark, name, role, loss, best }]) => h('li', {},
      button(`${ply + 1}. ${jointName(table.names[ply])} ${mark}`, () => this.page.seek(ply), { class: 'plain' }),
      h('span.note', {}, ' ', lossText({ role: title(role), judgement: name, loss: Math.round(loss), best })))));
  }
}

/** What a move lost, in words. */
function lossText({ best, ...values }) {
  return best
    ? t('{role}, {judgement}: {loss} points; better {best}', { best, ...values })
    : t('{role}, {judgement}: {loss} points', values);
}
