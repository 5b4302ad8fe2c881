// A move as squares to click, one after the other.

/**
 * A name for a square, to compare.
 * @param {Square} square
 */
export const keyOf = (square) => square.join(',');

export class Choice {
  /**
   * @param {Move[]} moves the legal moves of one role
   * @param {Board[]} boards
   */
  constructor(moves, boards) {
    /** @type {Square[]} */
    this.path = [];
    // A piece that falls is meant by any square above the one where it comes to rest.
    this.moves = moves.filter(({ squares }) => squares.length)
      .map((move) => ({ ...move, column: boards[move.squares[0][0]].style === 'columns' }));
  }

  /** The moves that begin with the squares chosen so far. */
  matching() {
    return this.moves.filter(({ squares }) => this.path.every((square, k) => keyOf(square) === keyOf(squares[k])));
  }

  /** The squares that can be chosen next, as a map from name to square. */
  options() {
    const options = new Map();
    for (const { squares } of this.matching()) {
      for (const square of this.nextOf(squares)) options.set(keyOf(square), square);
    }
    return options;
  }

  /** Whether the next square is one of several, so that it says what moves. */
  isSource(square) {
    return !this.path.length && this.moves.some(({ squares }) => squares.length > 1 && keyOf(squares[0]) === keyOf(square));
  }

  /**
   * Chooses a square.
   * @param {Square} square
   * @returns {Move[]} the moves that are meant; none if there is more to choose
   */
  pick(square) {
    const name = keyOf(square);
    const last = this.path.at(-1);
    if (last && keyOf(last) === name && !this.options().has(name)) {
      this.path.pop();
      return [];
    }
    let meant = this.matching().filter(({ squares, column }) =>
      this.nextOf(squares).some((next) => keyOf(next) === name || (column && sameColumn(next, square))));
    if (!meant.length && this.path.length) {
      this.path = [];
      meant = this.moves.filter(({ squares }) => keyOf(squares[0]) === name);
    }
    const complete = meant.filter(({ squares, column }) => column || keyOf(squares[squares.length - 1]) === name);
    if (complete.length) return complete;
    if (meant.length) this.path.push(square);
    return [];
  }

  cancel() {
    this.path = [];
  }

  /** The next square of a move, or its last one, which says all if the others are passed on the way. */
  nextOf(squares) {
    const next = squares[this.path.length];
    const last = squares.at(-1);
    if (!next) return [];
    return this.path.length && next !== last ? [next, last] : [next];
  }
}

function sameColumn(a, b) {
  return a[0] === b[0] && a[1] === b[1];
}
