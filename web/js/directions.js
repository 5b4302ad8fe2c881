// Moves that are directions: `north` or `(move up)` is an arrow key.

import { parse } from './terms.js';

/** @typedef {'ArrowUp'|'ArrowDown'|'ArrowLeft'|'ArrowRight'} Arrow */

/** @type {Record<Arrow, string[]>} */
const WORDS = {
  ArrowUp: ['north', 'up', 'n'],
  ArrowDown: ['south', 'down', 's'],
  ArrowLeft: ['west', 'left', 'w'],
  ArrowRight: ['east', 'right', 'e'],
};

/** @type {Record<Arrow, string>} */
export const SIGNS = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/**
 * The arrow that a move is, by its last word.
 * @param {string} move
 * @returns {Arrow|null}
 */
function arrowOf(move) {
  const word = [parse(move)].flat(Infinity).at(-1)?.toLowerCase() ?? '';
  return /** @type {Arrow[]} */ (Object.keys(WORDS)).find((arrow) => WORDS[arrow].includes(word)) ?? null;
}

/**
 * The moves of a list as arrows, if all of them are, each another one.
 * @param {Move[]} moves
 * @returns {Map<Arrow, Move>|null}
 */
export function directions(moves) {
  /** @type {Map<Arrow, Move>} */
  const found = new Map();
  for (const move of moves) {
    const arrow = move.squares.length ? null : arrowOf(move.move);
    if (!arrow || found.has(arrow)) return null;
    found.set(arrow, move);
  }
  return found.size ? found : null;
}
