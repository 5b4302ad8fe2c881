// What an engine thinks, drawn on the board.

import { valueColor } from './colors.js';
import { s } from './dom.js';
import { SIDE } from './ground.js';

const STONES = 12;
const ARROWS = 5;

/**
 * @param {number} index the number of the board
 * @param {import('./ground.js').Layout} layout
 * @param {object} what
 * @param {{squares: Square[], value: number, share: number}[]} what.thoughts the best first; `share` of the visits of the best
 * @param {{squares: Square[]}|null} what.hint
 * @param {Square[]} what.marks squares that a reason is about
 * @param {(square: Square) => boolean} what.isTaken whether something stands on a square
 */
export function overlay(index, layout, { thoughts, hint, marks, isTaken }) {
  const here = thoughts.filter(({ squares }) => squares.length && squares.every(([board]) => board === index));
  const stones = here.filter(({ squares }) => squares.length === 1).slice(0, STONES);
  const arrows = here.filter(({ squares }) => squares.length > 1).slice(0, ARROWS);
  const value = (thought) => (isTaken(thought.squares.at(-1)) ? badge : disc)(layout, thought);
  /** @type {SVGElement[]} */
  const parts = [...stones.map(value), ...arrows.reverse().map((thought) => s('g', {}, arrow(layout, thought), value(thought)))];
  parts.unshift(...marks.filter(([board]) => board === index).map((square) => reasoned(layout, square)));
  if (hint?.squares.length && hint.squares[0][0] === index) parts.push(...mark(layout, hint.squares));
  return parts;
}

function at(layout, [, column, row]) {
  return layout.center(column, row);
}

function arrow(layout, { squares, value, share }) {
  const [x1, y1] = at(layout, squares[0]);
  const [x2, y2] = at(layout, squares.at(-1));
  const line = s('line', { x1, y1, x2, y2, 'stroke-width': 4 + 10 * share });
  line.style.stroke = valueColor(value);
  return s('g.thought', {}, line);
}

/** A disc with the value in it, if there is room. */
function disc(layout, { squares, value, share }) {
  const r = squares.length > 1 ? 22 + 8 * share : 14 + 24 * Math.sqrt(share);
  return valued(at(layout, squares.at(-1)), r, value, r > 18);
}

/** A small disc in the corner of a square, which leaves what stands there to be seen. */
function badge(layout, { squares, value, share }) {
  const [cx, cy] = at(layout, squares.at(-1));
  return valued([cx + 32, cy - 32], 14 + 4 * share, value, true);
}

function valued([cx, cy], r, value, hasText) {
  const circle = s('circle', { cx, cy, r });
  circle.style.fill = valueColor(value);
  const text = String(Math.round(value));
  const size = r * (text.length > 2 ? 0.85 : 1.05);
  return s('g.thought', {}, circle, hasText ? s('text', { x: cx, y: cy + 0.36 * size, 'font-size': size }, text) : null);
}

/** A square that a reason is about. */
function reasoned(layout, square) {
  const [cx, cy] = at(layout, square);
  return s('rect.reasoned', { x: cx - SIDE / 2, y: cy - SIDE / 2, width: SIDE, height: SIDE });
}

function mark(layout, squares) {
  const [x1, y1] = at(layout, squares[0]);
  const [x2, y2] = at(layout, squares.at(-1));
  const end = s('circle.hinted', { cx: x2, cy: y2, r: 40 });
  return squares.length > 1 ? [s('line.hinted', { x1, y1, x2, y2 }), end] : [end];
}
