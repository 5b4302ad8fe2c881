// Moves that turn a part of the board, as arrows on that part. Whoever uses the keyboard has the same moves in the list below the board.

import { s } from './dom.js';
import { SIDE } from './ground.js';
import { parse } from './terms.js';

/** Which way words turn, as the sign of an angle. */
const WAYS = { clockwise: 1, cw: 1, right: 1, counterclockwise: -1, anticlockwise: -1, ccw: -1, left: -1 };

/**
 * Which way a move turns, if a word says so.
 * @param {string} move
 * @returns {number} 0 if none does
 */
function wayOf(move) {
  const words = [parse(move)].flat(Infinity).map((word) => word.toLowerCase());
  return WAYS[words.find((word) => WAYS[word])] ?? 0;
}

/**
 * Draws lines around the parts that moves can change.
 * @param {Board} board
 * @param {import('./ground.js').Layout} layout
 */
export function drawAreas(board, layout) {
  return s('g.areas', { 'aria-hidden': 'true' }, (board.areas ?? []).map((area) => s('rect.area-frame', boundsOf(layout, area))));
}

/** The rectangle of a part, which may be seen from the other side. */
function boundsOf(layout, [column, row, width, height]) {
  const corners = [layout.center(column, row), layout.center(column + width - 1, row + height - 1)];
  const x = Math.min(...corners.map(([middle]) => middle)) - SIDE / 2;
  const y = Math.min(...corners.map(([, middle]) => middle)) - SIDE / 2;
  return { x, y, width: width * SIDE, height: height * SIDE };
}

/**
 * Arrows for the moves of a role that turn parts of a board.
 * @param {number} index the number of the board
 * @param {import('./ground.js').Layout} layout
 * @param {Move[]} moves
 * @param {(move: Move) => void} play
 */
export function drawTurns(index, layout, moves, play) {
  const turning = moves.filter(({ move, area }) => area?.[0] === index && wayOf(move) !== 0);
  return turning.map((move) => {
    const way = wayOf(move.move);
    const { x, y, width, height } = boundsOf(layout, /** @type {[number, number, number, number]} */ (move.area?.slice(1)));
    // At the outer edge, each on the side that it turns to.
    const isUpper = y + height / 2 < layout.height / 2;
    const across = x + width * (isUpper === way > 0 ? 0.75 : 0.25);
    const size = 30 * Math.max(1, layout.weight);
    const inset = size * 0.4;
    const arrow = s('g.turn-arrow', { onclick: () => play(move), transform: `translate(${across} ${isUpper ? y + inset : y + height - inset})` },
      s('title', {}, move.name), s('circle', { r: size }), s('path', { d: sign(size * 0.46), transform: way < 0 ? 'scale(-1 1)' : null }));
    const frame = s('rect.turned-area', { x, y, width, height });
    return s('g.turn-move', { 'aria-hidden': 'true' }, frame, arrow);
  });
}

/** Three quarters of a circle, clockwise, with a head. */
function sign(r) {
  const head = r * 0.55;
  return `M0 ${-r}A${r} ${r} 0 1 1 ${-r} 0M${-r - head} ${head}L${-r} 0L${-r + head} ${head}`;
}
