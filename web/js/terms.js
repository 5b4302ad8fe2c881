// Terms of the rules language, such as `(move a 2 a 4)`, for people to read.

import { number } from './language.js';

/** The role that the rules give to chance. */
export const CHANCE = 'random';

/**
 * Reads a term.
 * @param {string} text
 * @returns {string|Array} a word, or an array of terms
 */
export function parse(text) {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [''];
  let next = 0;
  const term = () => {
    const token = tokens[next++];
    if (token !== '(') return token;
    const items = [];
    while (next < tokens.length && tokens[next] !== ')') items.push(term());
    next += 1;
    return items;
  };
  return term();
}

/** The first word of a term and its arguments. */
export function split(text) {
  const term = parse(text);
  return Array.isArray(term) ? { head: term[0], args: term.slice(1) } : { head: term, args: [] };
}

/** A term as it was written. */
export function print(term) {
  return Array.isArray(term) ? `(${term.map(print).join(' ')})` : term;
}

/** A letter and a number that are arguments side by side. */
const SQUARE = /(?<![\w?])([a-z]) (\d{1,2})(?!\w)/g;

/** A fact, or another term, in few signs: `(cell a 2 pawn)` is `cell a2 pawn`. */
export function pretty(text) {
  const bare = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
  return (bare.match(SQUARE) ?? []).length > 1 ? bare.replace(/^move /, '').replace(SQUARE, '$1$2') : bare;
}

/** The names of a joint move, where those who only waited have none. */
export function jointName(names) {
  return names.filter(Boolean).join(' · ');
}

/** @type {[number, string][]} */
const UNITS = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']];

/** Counts in few characters: 4.8 M. */
export function short(count) {
  for (const [size, unit] of UNITS) {
    if (count >= size) return `${number(count / size, count < 10 * size ? 1 : 0)} ${unit}`;
  }
  return String(Math.round(count));
}

/** A role as a name. */
export function title(word) {
  return word.charAt(0).toUpperCase() + word.slice(1).replace(/[_-]/g, ' ');
}
