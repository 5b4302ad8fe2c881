// A move that waits to be confirmed, where squares are small for fingers.

import { keyOf } from './choice.js';
import { button, h } from './dom.js';
import { t } from './language.js';

export class Confirmation {
  /**
   * @param {(moves: Move[]) => void} confirmed
   * @param {() => void} canceled
   */
  constructor(confirmed, canceled) {
    this.confirmed = confirmed;
    /** @type {{square: Square, moves: Move[]}|null} */
    this.asked = null;
    this.play = button('', () => this.confirm(), { class: 'primary' });
    this.element = h('div.row.confirmation', { hidden: true }, this.play, button(t('Cancel'), canceled));
  }

  /** The square of the move that waits. */
  get squares() {
    return this.asked ? [this.asked.square] : [];
  }

  /**
   * Asks whether a square was meant.
   * @param {Square} square
   * @param {Move[]} moves
   */
  ask(square, moves) {
    this.asked = { square, moves };
    this.play.textContent = t('Play {move}', { move: moves[0].name });
    this.element.hidden = false;
  }

  /**
   * Takes a second touch of the same square for a yes, and tells whether it was one.
   * @param {Square} square
   */
  take(square) {
    if (!this.asked || keyOf(this.asked.square) !== keyOf(square)) return false;
    this.confirm();
    return true;
  }

  confirm() {
    const moves = this.asked?.moves ?? [];
    this.clear();
    if (moves.length) this.confirmed(moves);
  }

  clear() {
    this.asked = null;
    this.element.hidden = true;
  }
}
