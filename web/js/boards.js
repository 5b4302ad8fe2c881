// The boards of a position side by side, and how moves are made on them.

import { BoardView } from './board.js';
import { Choice } from './choice.js';
import { Confirmation } from './confirmation.js';
import { h } from './dom.js';
import { beside, factTables } from './facts.js';
import { describe } from './pieces.js';

export class Boards {
  /**
   * @param {string[]} roles
   * @param {(role: string, moves: Move[]) => void} chosen called with the moves that the squares leave open
   * @param {(key: string) => boolean} steer makes the move that an arrow key is, if it is one
   */
  constructor(roles, chosen, steer) {
    this.roles = roles;
    this.chosen = chosen;
    this.steer = steer;
    /** Who is asked for a move, or an empty name. */
    this.role = '';
    /** Whether a choice cannot simply be changed. */
    this.isFinal = true;
    this.confirmation = new Confirmation((moves) => this.chosen(this.role, moves), () => this.cancel());
    /** @type {BoardView[]} */
    this.views = [];
    /** @type {Choice|null} */
    this.choice = null;
    /** Whether the boards are seen from the other side. */
    this.isFlipped = false;
    this.area = h('div.boards');
    this.beside = h('div.beside');
    this.element = h('div.boards-area', {}, this.area, this.confirmation.element, this.beside);
  }

  /** Shows a position and facts beside it; `animate` if it came about by a move. */
  show(position, animate, facts) {
    const { boards, outside } = position;
    if (this.views.length !== boards.length || !boards.every((board, k) => this.views[k].fits(board))) {
      this.views = boards.map((board, k) => new BoardView(k, board, this.roles, {
        pick: (square) => this.pick(square),
        cancel: () => this.cancel(),
        steer: (key) => this.steer(key),
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

  /**
   * Lets a role move, or nobody.
   * @param {string|null} role
   * @param {Move[]} moves
   * @param {boolean} isFinal
   */
  ask(role, moves, isFinal) {
    this.role = role ?? '';
    this.isFinal = isFinal;
    this.choice = role ? new Choice(moves, this.position.boards) : null;
    this.confirmation.clear();
    for (const view of this.views) view.offerTurns(role ? moves : [], (move) => this.chosen(this.role, [move]));
    this.mark();
  }

  pick(square) {
    if (!this.choice || this.confirmation.take(square)) return;
    const moves = this.choice.pick(square);
    const isAsked = moves.length > 0 && this.isFinal && this.views[square[0]].isHardToHit;
    if (isAsked) this.confirmation.ask(square, moves);
    this.mark();
    if (moves.length && !isAsked) this.chosen(this.role, moves);
  }

  cancel() {
    this.confirmation.clear();
    this.choice?.cancel();
    this.mark();
  }

  mark() {
    const { choice } = this;
    const options = choice ? [...choice.options()] : [];
    const active = new Map(options.map(([name, square]) => [name, { square, source: choice?.isSource(square) ?? false }]));
    const marks = {
      active,
      chosen: [...this.choice?.path ?? [], ...this.confirmation.squares],
      last: this.position?.changed ?? [],
      made: this.position?.made ?? [],
      line: this.position?.line ?? [],
      check: this.position?.check ?? [],
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
