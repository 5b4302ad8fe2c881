// The board without its pieces: where the squares are, and what is drawn under them.

import { s } from './dom.js';

/** The side of a square; boards are drawn in these units. */
export const SIDE = 100;
const EDGE = 46;
const ROW = Math.sqrt(3) / 2;

/** Whether a game is played on the squares of one color, as checkers is. */
function hasHalf(cells) {
  const holes = cells.flatMap((words, row) => words.flatMap((word, column) => (word ? [] : [(column + row) % 2])));
  return holes.length >= 4 && 2 * holes.length >= cells.flat().length - 1 && new Set(holes).size === 1;
}

/** Where the squares of a board are. */
export class Layout {
  /** A board, perhaps seen from the other side. */
  constructor(board, isFlipped = false) {
    // What falls, falls down.
    this.isFlipped = isFlipped && board.style !== 'columns';
    this.style = board.style;
    this.cells = board.cells;
    this.columns = board.columns.length;
    this.rows = board.rows.length;
    /** Of the slanted rows, only the part that has cells is shown. */
    this.left = 0;
    this.width = this.columns * SIDE;
    this.height = this.rows * SIDE;
    if (this.style === 'hexagons') {
      const middles = this.squares().map(([column, row]) => this.center(column, row)[0]);
      this.left = Math.min(...middles) - SIDE / 2;
      this.width = Math.max(...middles) + SIDE / 2 - this.left;
      this.height = (this.rows * ROW + 0.3) * SIDE;
    }
  }

  /** How thick lines and letters are, so that they look the same on small and large boards. */
  get weight() {
    return Math.min(1.7, Math.max(0.5, Math.max(this.columns, this.rows) / 8));
  }

  /** All places, row by row. */
  places() {
    return this.cells.flatMap((cells, row) => cells.map((_, column) => [column, row]));
  }

  /** All squares, row by row: the places that are no holes. */
  squares() {
    return this.places().filter(([column, row]) => this.cells[row][column]);
  }

  /** The square in the middle of the board, or the nearest to it. */
  middle() {
    const distance = ([column, row]) => Math.hypot(column - (this.columns - 1) / 2, row - (this.rows - 1) / 2);
    return this.squares().reduce((best, square) => (distance(square) < distance(best) ? square : best));
  }

  /** Whether it is drawn without holes. */
  get isWhole() {
    return this.cells.every((cells) => cells.every(Boolean)) || (this.style === 'checkered' && hasHalf(this.cells));
  }

  /** The middle of a square. */
  center(column, row) {
    if (this.isFlipped) return this.unflipped(this.columns - 1 - column, this.rows - 1 - row);
    return this.unflipped(column, row);
  }

  unflipped(column, row) {
    if (this.style === 'hexagons') return [(column + 0.5 + row / 2) * SIDE, (row * ROW + 0.58) * SIDE];
    return [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
  }

  /** The part of the plane to show; `labels` leaves room for those. */
  viewBox(labels) {
    const margin = labels ? EDGE * this.weight : 8;
    return `${this.left - margin} ${-margin} ${this.width + 2 * margin} ${this.height + 2 * margin}`;
  }
}

/** Draws the ground of a board. */
export function drawGround(layout) {
  const { width, height, style } = layout;
  const group = s('g.ground', { 'aria-hidden': 'true' });
  if (style !== 'hexagons' && layout.isWhole) {
    const edge = 7 * layout.weight;
    group.append(s('rect.frame', { x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge, rx: style === 'columns' ? 22 : edge }));
  }
  group.append(...DRAWINGS[style](layout));
  return group;
}

/** The attributes of the square at a place. */
function area(layout, column, row) {
  const [cx, cy] = layout.center(column, row);
  return { x: cx - SIDE / 2, y: cy - SIDE / 2, width: SIDE, height: SIDE };
}

const DRAWINGS = {
  checkered: (layout) => (layout.isWhole ? layout.places() : layout.squares()).map(([column, row]) => {
    const dark = (column + layout.rows - 1 - row) % 2 === 0;
    return s(dark ? 'rect.dark' : 'rect.light', area(layout, column, row));
  }),
  grid: (layout) => layout.squares().map(([column, row]) =>
    s('rect.cell', area(layout, column, row))),
  intersections: (layout) => [
    s('rect.light', { width: layout.width, height: layout.height }),
    s('path.lines', { d: lines(layout) }),
    ...stars(layout.columns, layout.rows).map(([x, y]) => s('circle.star', { cx: (x + 0.5) * SIDE, cy: (y + 0.5) * SIDE, r: 9 })),
  ],
  columns: (layout) => layout.squares().map(([column, row]) => {
    const [cx, cy] = layout.center(column, row);
    return s('circle.hole', { cx, cy, r: 41 });
  }),
  hexagons: (layout) => layout.squares().map(([column, row]) => s('polygon.cell', { points: hexagon(layout, column, row).join(' ') })),
};

/**
 * Marks a square under what stands on it.
 * @param {Layout} layout
 * @param {Square} square
 * @param {string} kind
 */
export function drawMark(layout, [, column, row], kind) {
  if (layout.style === 'checkered' || layout.style === 'grid') return s(`rect.${kind}`, area(layout, column, row));
  const [cx, cy] = layout.center(column, row);
  return s(`circle.${kind}`, { cx, cy, r: 44 });
}

/** The corners of a hexagon, from the right below on, clockwise. */
export function hexagon(layout, column, row) {
  const [x, y] = layout.center(column, row);
  return [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.PI / 3) * (k + 0.5);
    return `${(x + 57.7 * Math.cos(angle)).toFixed(1)},${(y + 57.7 * Math.sin(angle)).toFixed(1)}`;
  });
}

/** An empty picture for a board, in which lines are as thick as its size asks for. */
export function canvas(layout, labels, props) {
  const svg = s(`svg.board.${layout.style}`, { viewBox: layout.viewBox(labels), ...props });
  svg.style.setProperty('--weight', layout.weight);
  return svg;
}

/** Draws the names of the columns below and of the rows at the left. */
export function drawLabels(board, layout) {
  const { weight } = layout;
  const group = s('g.labels', { 'aria-hidden': 'true', 'font-size': 23 * weight });
  const bottom = layout.isFlipped ? 0 : layout.rows - 1;
  // The columns of a slanted board lead to its last row; if that has gaps, to nothing.
  const isSlanted = layout.style === 'hexagons';
  if (!isSlanted || layout.isWhole) {
    board.columns.forEach((label, column) => {
      const [x] = layout.center(column, bottom);
      group.append(s('text', { x, y: layout.height + 33 * weight }, label.slice(0, 6)));
    });
  }
  board.rows.forEach((label, row) => {
    const cells = layout.isFlipped ? layout.cells[row].findLastIndex(Boolean) : layout.cells[row].findIndex(Boolean);
    const edge = layout.isFlipped ? layout.columns - 1 : 0;
    const first = isSlanted && cells >= 0 ? cells : edge;
    const [x, y] = layout.center(first, row);
    group.append(s('text', { x: x - SIDE / 2 - 25 * weight, y: y + 8 * weight }, label.slice(0, 3)));
  });
  return group;
}

/** Lines through the middles of the squares. */
function lines({ columns, rows, width, height }) {
  const half = SIDE / 2;
  let path = '';
  for (let k = 0; k < columns; k++) path += `M${half + k * SIDE} ${half}V${height - half}`;
  for (let k = 0; k < rows; k++) path += `M${half} ${half + k * SIDE}H${width - half}`;
  return path;
}

/** The star points of a Go board. */
function stars(columns, rows) {
  if (columns !== rows || columns < 9 || columns % 2 === 0) return [];
  const inset = columns < 13 ? 2 : 3;
  const places = columns < 15 ? [inset, columns - 1 - inset] : [inset, (columns - 1) / 2, columns - 1 - inset];
  const middle = (columns - 1) / 2;
  return [...places.flatMap((x) => places.map((y) => [x, y])), ...(places.length === 2 ? [[middle, middle]] : [])];
}
