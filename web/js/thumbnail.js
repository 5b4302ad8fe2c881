// A small picture of a position, to look at only.

import { h, s } from './dom.js';
import { Layout, canvas, drawGround } from './ground.js';
import { describe, draw } from './pieces.js';

const SHOWN = 2;

/** Draws the boards of a game; a game without any gets its initials. */
export function thumbnail(boards, title, roles) {
  if (!boards.length) {
    const letters = title.split(/[\s-]+/).map((word) => word[0]).join('').slice(0, 3);
    return h('div.thumbnail.letters', { 'aria-hidden': 'true' }, letters);
  }
  return h('div.thumbnail', { 'aria-hidden': 'true' }, boards.slice(0, SHOWN).map((board) => picture(board, roles)));
}

function picture(board, roles) {
  const layout = new Layout(board);
  const svg = canvas(layout, false);
  svg.append(drawGround(layout));
  board.cells.forEach((row, y) => row.forEach((words, x) => {
    const piece = describe(words, roles);
    if (!piece) return;
    const [cx, cy] = layout.center(x, y);
    svg.append(s('g', { transform: `translate(${cx} ${cy})` }, draw(piece, roles)));
  }));
  return svg;
}
