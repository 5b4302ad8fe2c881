// The moves so far, to step through.

import { button, h } from './dom.js';
import { plural, t } from './language.js';
import { jointName } from './terms.js';

export class History {
  /** @param {(ply: number) => void} seek */
  constructor(seek) {
    this.seek = seek;
    this.count = 0;
    this.shown = 0;
    this.judged = 0;
    this.note = h('span.note');
    this.list = h('ol.moves-list');
    /** @param {string} sign @param {string} label @param {() => number} ply */
    const step = (sign, label, ply) => button(sign, () => seek(ply()), { 'aria-label': label });
    this.element = h('section.panel.history', { 'aria-label': t('Moves so far') },
      h('h2', {}, t('Moves'), this.note),
      this.list,
      h('div.row.stepping', {}, step('«', t('First position'), () => 0), step('‹', t('One move back'), () => this.shown - 1),
        step('›', t('One move on'), () => this.shown + 1), step('»', t('Last position'), () => this.count)));
  }

  /**
   * @param {Table} table
   * @param {number} shown
   * @param {Map<number, import('./review.js').Judgement>} judgements
   */
  show({ moves, names }, shown, judgements) {
    this.shown = shown;
    if (moves !== this.moves || judgements.size !== this.judged) {
      this.moves = moves;
      this.judged = judgements.size;
      this.count = moves.length;
      this.note.textContent = plural('{count} move', '{count} moves', moves.length);
      this.list.replaceChildren(...names.map((joint, k) =>
        h('li', {}, button(jointName(joint) + (judgements.get(k)?.mark ?? ''), () => this.seek(k + 1), {
          class: 'plain', tabindex: -1, title: moves[k].join(', '), 'data-mark': judgements.get(k)?.kind }))));
    }
    [...this.list.children].forEach((item, k) => item.toggleAttribute('data-shown', k + 1 === shown));
    const current = /** @type {HTMLElement|undefined} */ (this.list.children[shown - 1]);
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
  }
}
