// The own screen of a board that plays at the table, beside ours.

import { h } from './dom.js';

/** When to look at the screen after a move, in milliseconds: the board takes its time to draw. */
const LOOKS = [300, 1500, 4000];

export class BoardScreen {
  /** @type {number|null} */
  ply = null;
  /** @type {number[]} */
  timers = [];
  looks = 0;

  /** @param {string} table its id */
  constructor(table) {
    this.table = table;
    this.image = h('img', {
      alt: 'What the board shows on its own screen',
      onload: () => { this.element.hidden = false; },
      onerror: () => { this.element.hidden = true; },
    });
    this.element = h('figure.board-screen', { hidden: true }, this.image, h('figcaption.note', {}, 'The screen of the board'));
  }

  /**
   * Looks at the screen again when there was a move.
   * @param {Table} table
   */
  show({ seats, ply }) {
    if (!seats.some(({ player }) => player.endsWith(':board'))) {
      this.element.hidden = true;
      return;
    }
    if (ply === this.ply) return;
    this.ply = ply;
    this.close();
    this.timers = LOOKS.map((delay) => setTimeout(() => this.look(), delay));
  }

  look() {
    this.looks += 1;
    this.image.src = `/api/tables/${encodeURIComponent(this.table)}/screen?look=${this.looks}`;
  }

  close() {
    this.timers.forEach(clearTimeout);
  }
}
