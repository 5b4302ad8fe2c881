// The own screen of a board that plays at the table, beside ours.

import { pressButton } from './api.js';
import { h } from './dom.js';
import { tokenOf } from './keys.js';
import { t } from './language.js';
import { complain } from './notice.js';

/** When to look at the screen after a move, in milliseconds: the board takes its time to draw. */
const LOOKS = [300, 1500, 4000];

/** What keys press while the screen has the focus. @type {Record<string, string>} */
const BUTTONS = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Enter: 'centre', ' ': 'centre', p: 'pass',
};

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
      alt: t('What the board shows on its own screen'),
      onload: () => { this.element.hidden = false; },
      onerror: () => { this.element.hidden = true; },
    });
    this.caption = h('figcaption.note', {}, t('The screen of the board'));
    this.element = h('figure.board-screen', {
      hidden: true,
      tabindex: 0,
      onkeydown: (event) => this.press(event),
    }, this.image, this.caption);
  }

  /**
   * Keys press the buttons of a board that has some.
   * @param {KeyboardEvent} event
   */
  async press(event) {
    const button = BUTTONS[event.key];
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    try {
      await pressButton(this.table, tokenOf(this.table), button);
      this.caption.textContent = t('The screen of the board: arrows, Enter and p press its buttons');
      this.wait();
    } catch (error) {
      complain(error);
    }
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
    this.wait();
  }

  wait() {
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
