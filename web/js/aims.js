// What roles aim at, drawn on the board: sides to be joined, and squares to come to.

import { colorsOf } from './colors.js';
import { s } from './dom.js';
import { SIDE, hexagon } from './ground.js';
import { list, t } from './language.js';
import { title } from './terms.js';

/** @typedef {'top'|'bottom'|'left'|'right'} Side */

/** @type {Record<Side, Side>} */
const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** The corners of a hexagon that lie on a side of a board of them. @type {Record<Side, number[]>} */
const CORNERS = { top: [3, 4, 5], bottom: [2, 1, 0], left: [3, 2, 1], right: [4, 5, 0] };

/**
 * Whether a square lies on a side.
 * @type {Record<Side, (column: number, row: number, board: Board) => boolean>}
 */
const LIES_ON = {
  top: (column, row) => row === 0,
  bottom: (column, row, { rows }) => row === rows.length - 1,
  left: (column) => column === 0,
  right: (column, row, { columns }) => column === columns.length - 1,
};

/**
 * The sides that a role aims at: to join them, or to come to one of them.
 * @param {Aim} aim
 * @param {Board} board
 * @returns {Side[]}
 */
function sidesOf({ sides, squares = [] }, board) {
  if (sides) return sides;
  const length = { top: board.columns.length, bottom: board.columns.length, left: board.rows.length, right: board.rows.length };
  return /** @type {Side[]} */ (Object.keys(LIES_ON)).filter((side) =>
    squares.length === length[side] && squares.every(([column, row]) => LIES_ON[side](column, row, board)));
}

/**
 * Draws what roles aim at.
 * @param {Board} board
 * @param {import('./ground.js').Layout} layout
 * @param {string[]} roles
 */
export function drawAims(board, layout, roles) {
  return s('g.aims', { 'aria-hidden': 'true' }, (board.aims ?? []).map((aim) => {
    const { fill, edge } = colorsOf(aim.role, roles);
    const sides = sidesOf(aim, board);
    const group = sides.length
      ? s('g', {}, sides.map((side) => drawSide(board, layout, side)))
      : s('g', {}, (aim.squares ?? []).map(([column, row]) => drawSquare(layout, column, row)));
    group.style.setProperty('--fill', fill);
    group.style.setProperty('--edge', edge);
    return group;
  }));
}

/** A line along one side of the board, in the color of a role. */
function drawSide(board, layout, side) {
  const seen = layout.isFlipped ? OPPOSITE[side] : side;
  const path = layout.style === 'hexagons'
    ? layout.squares().filter(([column, row]) => LIES_ON[side](column, row, board))
      .map(([column, row]) => `M${CORNERS[seen].map((corner) => hexagon(layout, column, row)[corner]).join('L')}`).join('')
    : straight(layout, seen);
  return [s('path.aim-edge', { d: path }), s('path.aim-side', { d: path })];
}

/** A straight line along the frame. */
function straight({ width, height, weight }, side) {
  const gap = 4 * weight;
  return {
    top: `M0 ${-gap}H${width}`, bottom: `M0 ${height + gap}H${width}`,
    left: `M${-gap} 0V${height}`, right: `M${width + gap} 0V${height}`,
  }[side];
}

function drawSquare(layout, column, row) {
  const [x, y] = layout.center(column, row);
  if (layout.style === 'hexagons') return s('circle.aim-square', { cx: x, cy: y, r: 43 });
  return s('rect.aim-square', { x: x - SIDE / 2 + 6, y: y - SIDE / 2 + 6, width: SIDE - 12, height: SIDE - 12, rx: 8 });
}

/**
 * The same in words.
 * @param {Board} board
 */
export function tellAims(board) {
  return (board.aims ?? []).map((aim) => {
    const role = title(aim.role);
    if (aim.sides?.includes('top')) return t('{role} joins the top and the bottom.', { role });
    if (aim.sides) return t('{role} joins the left and the right.', { role });
    const squares = (aim.squares ?? []).map(([column, row]) => `${board.columns[column]}${board.rows[row]}`);
    return t('{role} aims for {squares}.', { role, squares: list(squares) });
  }).join(' ');
}
