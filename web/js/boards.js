// The boards of a position side by side, and how moves are made on them.

import { BoardView } from './board.js';
import { Choice } from './choice.js';
import { h } from './dom.js';
import { beside, factTables } from './facts.js';
import { describe } from './pieces.js';

export class Boards {
  /**
   * @param {string[]} roles
   * @param {(role: string, moves: {move: string}[]) => void} chosen called with the moves that the squares leave open
   */
  constructor(roles, chosen) {
    this.roles = roles;
    this.chosen = chosen;
    /** @type {BoardView[]} */
    this.views = [];
    /** @type {Choice|null} */
    this.choice = null;
    /** Whether the boards are seen from the other side. */
    this.isFlipped = false;
    this.area = h('div.boards');
    this.beside = h('div.beside');
    this.element = h('div.boards-area', {}, this.area, this.beside);
  }

  /** Shows a position and facts beside it; `animate` if it came about by a move. */
  show(position, animate, facts) {
    const { boards, outside } = position;
    if (this.views.length !== boards.length || !boards.every((board, k) => this.views[k].fits(board))) {
      this.views = boards.map((board, k) => new BoardView(k, board, this.roles, {
        pick: (square) => this.pick(square),
        cancel: () => this.cancel(),
      }, this.isFlipped));
      this.area.replaceChildren(...this.views.map(({ element }) => element));
    } else {
      boards.forEach((board, k) => (animate ? this.views[k].move(board) : this.views[k].place(board)));
    }
    this.position = position;
    this.area.classList.toggle('fog', Boolean(position.fog));
    if (!boards.length) this.area.replaceChildren(factTables(outside));
    this.beside.replaceChildren(...(boards.length && facts.length ? [beside(facts)] : []));
  }

  /** Turns the boards around, to be shown anew. */
  flip(isFlipped) {
    if (isFlipped === this.isFlipped) return;
    this.isFlipped = isFlipped;
    this.views = [];
  }

  /** Lets a role move, or nobody. */
  ask(role, moves) {
    this.role = role;
    this.choice = role ? new Choice(moves, this.position.boards) : null;
    this.mark();
  }

  pick(square) {
    if (!this.choice) return;
    const moves = this.choice.pick(square);
    this.mark();
    if (moves.length) this.chosen(this.role, moves);
  }

  cancel() {
    this.choice?.cancel();
    this.mark();
  }

  mark() {
    const { choice } = this;
    const options = choice ? [...choice.options()] : [];
    const active = new Map(options.map(([name, square]) => [name, { square, source: choice?.isSource(square) ?? false }]));
    const marks = {
      active,
      chosen: this.choice?.path ?? [],
      last: this.position?.changed ?? [],
      made: this.position?.made ?? [],
      ghost: this.role ? describe([this.role], this.roles) : null,
    };
    for (const view of this.views) view.mark(marks);
  }

  think(thoughts, hint, marks) {
    for (const view of this.views) view.think(thoughts, hint, marks);
  }

  focus() {
    (this.views.find(({ active }) => active.size) ?? this.views[0])?.focusOn();
  }
}
