// A small picture of a position, to look at only.

import { h, s } from './dom.js';
import { Layout, canvas, drawGround, drawMark } from './ground.js';
import { describe, draw } from './pieces.js';

const SHOWN = 2;

/**
 * Draws the boards of a game; a game without any gets its initials.
 * @param {Board[]} boards
 * @param {string} title
 * @param {string[]} roles
 * @param {Square[]} [last] where the last move was made
 */
export function thumbnail(boards, title, roles, last = []) {
  if (!boards.length) {
    const letters = title.split(/[\s-]+/).map((word) => word[0]).join('').slice(0, 3);
    return h('div.thumbnail.letters', { 'aria-hidden': 'true' }, letters);
  }
  return h('div.thumbnail', { 'aria-hidden': 'true' }, boards.slice(0, SHOWN).map((board, k) => picture(board, roles, last.filter(([on]) => on === k))));
}

function picture(board, roles, last) {
  const layout = new Layout(board);
  const svg = canvas(layout, false);
  svg.append(drawGround(layout), ...last.map((square) => drawMark(layout, square, 'last')));
  board.cells.forEach((row, y) => row.forEach((words, x) => {
    const piece = describe(words, roles);
    if (!piece) return;
    const [cx, cy] = layout.center(x, y);
    svg.append(s('g', { transform: `translate(${cx} ${cy})` }, draw(piece, roles)));
  }));
  return svg;
}
