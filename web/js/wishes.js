// What somebody at the table asks of the others, with the buttons to answer.

import { button, h } from './dom.js';
import { list, t } from './language.js';
import { openNext } from './open.js';
import { title } from './terms.js';

/** What somebody asks, and what is told to whoever has asked. @type {Record<string, [(asker: {asker: string}) => string, string]>} */
const WANTS = {
  undo: [(asker) => t('{asker} asks to take back a move.', asker), t('You asked to take back a move.')],
  draw: [(asker) => t('{asker} asks to end the game as a draw.', asker), t('You asked to end the game as a draw.')],
  swap: [(asker) => t('{asker} asks to swap sides.', asker), t('You asked to swap sides.')],
  seat: [(asker) => t('{asker} asks to change who sits where.', asker), t('You asked to change who sits where.')],
  help: [(asker) => t('{asker} asks to play with hints and analysis.', asker), t('You asked to play with hints and analysis.')],
};

export class Wishes {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.element = h('div.wishes', { role: 'status', 'aria-live': 'polite' });
    this.key = null;
  }

  /** @param {import('./table-state.js').TableState} state */
  show({ table }) {
    const key = JSON.stringify([table.wish, table.next, table.you.roles]);
    if (key === this.key) return;
    this.key = key;
    this.element.replaceChildren(...[this.wish(table), this.next(table)].filter((part) => part !== null));
  }

  /** @param {Table} table */
  wish({ wish, you }) {
    if (!wish) return null;
    const { id, what, by, waiting } = wish;
    const answer = (type) => () => this.send({ type, wish: id });
    const names = (roles) => list(roles.map(title));
    const [asks, asked] = WANTS[what];
    const question = h('span', {}, asks({ asker: by.length ? names(by) : t('The host') }));
    if (you.roles.some((role) => waiting.includes(role))) {
      return h('p.wish', {}, question, button(t('Accept'), answer('accept'), { class: 'primary' }), button(t('Decline'), answer('decline')));
    }
    if (you.roles.some((role) => by.includes(role)) || (you.host && !by.length)) {
      return h('p.wish', {}, h('span', {}, `${asked} ${t('Waiting for {names}…', { names: names(waiting) })}`), button(t('Withdraw'), answer('decline')));
    }
    return h('p.wish', {}, question);
  }

  /**
   * The way to the next game, for those who did not open it.
   * @param {Table} table
   */
  next({ table, next }) {
    if (!next) return null;
    return h('p.wish', {}, h('span', {}, t('A new game was opened at another table.')), button(t('Go there'), () => openNext(table, next)));
  }
}
