// What somebody at the table asks of the others, with the buttons to answer.

import { button, h } from './dom.js';
import { openNext } from './open.js';
import { title } from './terms.js';

const WANTS = {
  undo: 'take back a move',
  draw: 'end the game as a draw',
  swap: 'swap sides',
  seat: 'change who sits where',
  help: 'play with hints and analysis',
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
    const names = (roles) => roles.map(title).join(' and ');
    const asker = by.length ? names(by) : 'The host';
    if (you.roles.some((role) => waiting.includes(role))) {
      return h('p.wish', {}, h('span', {}, `${asker} asks to ${WANTS[what]}.`),
        button('Accept', answer('accept'), { class: 'primary' }), button('Decline', answer('decline')));
    }
    if (you.roles.some((role) => by.includes(role)) || (you.host && !by.length)) {
      return h('p.wish', {}, h('span', {}, `You asked to ${WANTS[what]}. Waiting for ${names(waiting)}…`), button('Withdraw', answer('decline')));
    }
    return h('p.wish', {}, h('span', {}, `${asker} has asked to ${WANTS[what]}.`));
  }

  /**
   * The way to the next game, for those who did not open it.
   * @param {Table} table
   */
  next({ table, next }) {
    if (!next) return null;
    return h('p.wish', {}, h('span', {}, 'A new game was opened at another table.'), button('Go there', () => openNext(table, next)));
  }
}
