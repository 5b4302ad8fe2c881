// One board that can be looked at and played on.

import { drawAims, tellAims } from './aims.js';
import { h, s } from './dom.js';
import { Drag } from './drag.js';
import { Layout, SIDE, canvas, drawGround, drawLabels, drawMark } from './ground.js';
import { t } from './language.js';
import { appear, drop, slide, turn, vanish } from './motion.js';
import { overlay } from './overlay.js';
import { describe, draw } from './pieces.js';
import { drawAreas, drawTurns } from './turns.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A square that is smaller is hard to hit with a finger, in pixels. */
const FINGER = 32;

/** From this many places to put a stone on, dots show only under the pointer. */
const MANY = 20;

export class BoardView {
  /**
   * @param {number} index the number of the board in the position
   * @param {Board} board
   * @param {string[]} roles
   * @param {{pick: (square: Square) => void, cancel: () => void, steer: (key: string) => boolean}} listeners
   * @param {boolean} isFlipped whether it is seen from the other side
   */
  constructor(index, board, roles, listeners, isFlipped) {
    this.index = index;
    this.board = board;
    this.style = board.style;
    this.roles = roles;
    this.listeners = listeners;
    this.layout = new Layout(board, isFlipped);
    /** What stands where, and the squares, both by `column,row`. */
    this.pieces = new Map();
    this.under = s('g');
    this.men = s('g');
    this.over = s('g', { 'aria-hidden': 'true' });
    this.turns = s('g', { 'aria-hidden': 'true' });
    this.squares = new Map(this.layout.squares().map(([column, row]) => [`${column},${row}`, this.makeSquare(column, row)]));
    const inRow = (row) => [...this.squares.values()].filter((square) => square.row === row).map(({ element }) => element);
    const rows = board.rows.map((_, row) => s('g', { role: 'row' }, inRow(row)));
    this.svg = canvas(this.layout, true, {
      role: 'grid', 'aria-label': board.name ? t('Board {name}', { name: board.name }) : t('Board'), 'aria-description': tellAims(board) || null,
    });
    this.svg.append(drawGround(this.layout), drawAims(board, this.layout, roles), drawAreas(board, this.layout),
      drawLabels(board, this.layout), this.under, this.men, ...rows, this.over, this.turns);
    this.svg.addEventListener('keydown', (event) => this.key(event));
    this.element = h('figure', {}, board.name ? h('figcaption', {}, board.name) : null, this.svg);
    this.focus = this.layout.middle();
    /** @type {Map<string, {square: Square, source: boolean}>} */
    this.active = new Map();
    /** @type {Set<string>} The squares of the move that have been chosen. */
    this.chosen = new Set();
    this.drag = new Drag(this);
    this.place(board);
  }

  /** Whether a board can be shown by this view. */
  fits(board) {
    return board.style === this.style && board.name === this.board.name
      && board.columns.join() === this.board.columns.join() && board.rows.join() === this.board.rows.join();
  }

  makeSquare(column, row) {
    const [cx, cy] = this.layout.center(column, row);
    const dot = s('circle.dot', { cx, cy, r: 13 });
    const element = s('g.square', {
      role: 'gridcell', tabindex: -1,
      onclick: () => {
        this.focus = [column, row];
        this.listeners.pick([this.index, column, row]);
      },
      onpointerenter: () => this.aim(column),
      onpointerleave: () => this.aim(null),
    }, s('rect.area', { x: cx - SIDE / 2, y: cy - SIDE / 2, width: SIDE, height: SIDE }), dot);
    return { column, row, element, dot };
  }

  /** Whether a finger covers more than a square of it. */
  get isHardToHit() {
    const [{ element }] = this.squares.values();
    return matchMedia('(pointer: coarse)').matches && element.getBoundingClientRect().width < FINGER;
  }

  /** Shows where a piece would come to rest that falls into a column. */
  aim(column) {
    if (this.style !== 'columns') return;
    for (const [name, { element }] of this.squares) {
      element.classList.toggle('aimed', this.active.get(`${this.index},${name}`)?.square[1] === column);
    }
  }

  /** Puts up a position at once. */
  place(board) {
    this.show(board, () => {}, ({ holder }) => holder.remove());
  }

  /** Shows what became of the position by a move. */
  move(board) {
    const gone = [...this.squares.values()].flatMap(({ column, row }) => {
      const piece = this.pieces.get(`${column},${row}`);
      return piece && keyOf(describe(board.cells[row][column], this.roles)) !== piece.key ? [piece] : [];
    });
    const moved = new Set();
    const came = (placed, before) => {
      const source = gone.find((piece) => piece.key === placed.key && !moved.has(piece));
      if (source) {
        moved.add(source);
        slide(placed, source.at ?? source.place);
      } else if (before) turn(placed);
      else if (this.style === 'columns') drop(placed);
      else appear(placed);
    };
    const left = [];
    this.show(board, came, (piece) => left.push(piece));
    for (const piece of left) {
      if (moved.has(piece)) piece.holder.remove();
      else vanish(piece);
    }
  }

  show(board, came, left) {
    this.board = board;
    for (const [name, { column, row, element }] of this.squares) {
      const piece = describe(board.cells[row][column], this.roles);
      const before = this.pieces.get(name);
      if (keyOf(piece) !== (before?.key ?? '')) {
        if (before) left(before);
        this.pieces.delete(name);
        if (piece) {
          this.pieces.set(name, this.put(piece, column, row));
          came(this.pieces.get(name), before);
        }
      }
      const words = board.cells[row][column].join(' ') || t('empty');
      const [across, up] = [board.columns[column], board.rows[row]];
      element.setAttribute('aria-label', `${across}${/\d$/.test(across) ? ' ' : ''}${up}, ${words}`);
    }
  }

  put(piece, column, row) {
    const place = this.layout.center(column, row);
    const element = draw(piece, this.roles);
    const holder = s('g', { transform: `translate(${place[0]} ${place[1]})` }, element);
    this.men.append(holder);
    return { element, holder, place, key: keyOf(piece) };
  }

  /**
   * Marks what can be chosen, what is chosen, where the last move was made, what else it changed, what has decided the game,
   * and which kings are in check.
   * @param {{active: Map<string, {square: Square, source: boolean}>, chosen: Square[], last: Square[], made: Square[],
   *   line: Square[], check: Square[], ghost: import('./pieces.js').Piece|null}} marks
   */
  mark({ active, chosen, last, made, line, check, ghost }) {
    /** @param {Square} square */
    const here = ([board]) => board === this.index;
    this.active = new Map([...active].filter(([, { square }]) => here(square)));
    const placing = [...this.active.values()].every(({ source }) => !source);
    this.svg.classList.toggle('still', placing && this.active.size > MANY);
    this.chosen = new Set(chosen.filter(here).map(String));
    if (this.active.size) this.drag.recall();
    const falling = new Set(this.style === 'columns' ? [...this.active.values()].map(({ square }) => square[1]) : []);
    for (const [name, { column, row, element, dot }] of this.squares) {
      const option = this.active.get(`${this.index},${name}`);
      const taken = this.board.cells[row][column].length > 0;
      const classes = ['square', (option || falling.has(column)) && 'legal', option?.source && 'source',
        option && taken && 'taken', this.chosen.has(`${this.index},${name}`) && 'chosen'];
      element.setAttribute('class', classes.filter(Boolean).join(' '));
      element.setAttribute('aria-disabled', String(!option));
      dot.setAttribute('r', !option ? 0 : taken ? 43 : 8 + 5 * this.layout.weight);
    }
    const free = chosen.filter(here).filter(([, column, row]) => !this.pieces.has(`${column},${row}`));
    const own = new Set(made.map(String));
    const also = last.filter((square) => !own.has(String(square)));
    // Where nobody can tell what was done, all that changed is marked alike.
    const [strong, weak] = made.length ? [made, also] : [last, []];
    this.under.replaceChildren(...weak.filter(here).map((square) => drawMark(this.layout, square, 'turned')),
      ...strong.filter(here).map((square) => drawMark(this.layout, square, 'last')),
      ...check.filter(here).map((square) => drawMark(this.layout, square, 'check')),
      ...line.filter(here).map(([, column, row]) => this.lineMark(column, row)),
      ...(ghost ? free.map((square) => this.ghost(square, ghost)) : []));
    this.rove();
  }

  /** A glow around a piece that has decided the game. */
  lineMark(column, row) {
    const [cx, cy] = this.layout.center(column, row);
    return s('circle.decisive', { cx, cy, r: 45 });
  }

  /**
   * Offers moves that turn parts of the board.
   * @param {Move[]} moves
   * @param {(move: Move) => void} play
   */
  offerTurns(moves, play) {
    this.turns.replaceChildren(...drawTurns(this.index, this.layout, moves, play));
  }

  /**
   * @param {Square} square
   * @param {import('./pieces.js').Piece} piece
   */
  ghost([, column, row], piece) {
    const [x, y] = this.layout.center(column, row);
    return s('g.ghost', { transform: `translate(${x} ${y})` }, draw(piece, this.roles));
  }

  /** Draws what the engine thinks, and a hint; see `overlay`. */
  think(thoughts, hint, marks) {
    /** @param {Square} square */
    const isTaken = ([, column, row]) => this.pieces.has(`${column},${row}`);
    this.over.replaceChildren(...overlay(this.index, this.layout, { thoughts, hint, marks, isTaken }));
  }

  /** Lets Tab reach one square: the one that has the focus, or the nearest to it that can be chosen. */
  rove() {
    const [column, row] = this.focus;
    /** @param {number[]} square */
    const distance = ([x, y]) => Math.hypot(x - column, y - row);
    const options = [...this.active.values()].map(({ square }) => square.slice(1));
    if (options.length && !this.svg.contains(document.activeElement)) {
      this.focus = options.reduce((best, square) => (distance(square) < distance(best) ? square : best));
    }
    for (const { element } of this.squares.values()) element.setAttribute('tabindex', -1);
    this.squares.get(this.focus.join()).element.setAttribute('tabindex', 0);
  }

  key(event) {
    if (event.key === 'Escape') {
      this.listeners.cancel();
      return;
    }
    const [column, row] = this.focus;
    if (event.key === 'Enter' || event.key === ' ') this.listeners.pick([this.index, column, row]);
    else if (ARROWS[event.key]) this.listeners.steer(event.key) || this.step(ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  /** Moves the focus to the nearest square in a direction that can be chosen, or to any if none can. */
  step([right, down]) {
    const [dx, dy] = this.layout.isFlipped ? [-right, -down] : [right, down];
    const [column, row] = this.focus;
    const all = this.active.size
      ? [...this.active.values()].map(({ square }) => square.slice(1))
      : this.layout.squares();
    const distance = ([x, y]) => {
      const ahead = (x - column) * dx + (y - row) * dy;
      const aside = Math.abs((x - column) * dy) + Math.abs((y - row) * dx);
      return ahead > 0 ? ahead + 3 * aside : Infinity;
    };
    const nearest = all.reduce((best, square) => (distance(square) < distance(best) ? square : best), this.focus);
    this.focusOn(nearest);
  }

  focusOn(square = this.focus) {
    this.focus = square;
    this.rove();
    this.squares.get(this.focus.join()).element.focus();
  }
}

function keyOf(piece) {
  return piece ? JSON.stringify(piece) : '';
}
