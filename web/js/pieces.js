// What stands on a square: from the words of a cell to a drawing in a square of 100 around the origin.

import { CHESSMEN } from './chessmen.js';
import { colorWord, colorsOf } from './colors.js';
import { s } from './dom.js';

/** Words for the same drawing. */
const SHAPES = {
  pawn: ['pawn'],
  rook: ['rook', 'castle', 'tower'],
  knight: ['knight', 'horse'],
  bishop: ['bishop'],
  queen: ['queen', 'amazon'],
  king: ['king'],
  stone: ['stone', 'disc', 'disk', 'man', 'checker', 'piece', 'token', 'marble', 'counter', 'ball'],
  cross: ['x', 'xplayer'],
  ring: ['o', 'oplayer'],
  wall: ['wall', 'block', 'brick', 'burned', 'burnt', 'fire', 'arrow', 'blocked', 'obstacle', 'trail'],
  light: ['on', 'light', 'lit', 'lamp'],
  dimmed: ['off', 'dark'],
  mark: ['selected', 'marked', 'target', 'goal', 'jumper'],
  trace: ['visited', 'seen', 'trace', 'tried'],
};

/** What a count says of a point: its stone is dead, or whose point it is. */
const COUNTED = { dead: {}, black_point: { point: 'black' }, white_point: { point: 'white' } };

/** Things that have a color of their own, unless the words say another. */
const OWN_COLOR = ['wall', 'light', 'dimmed', 'mark', 'trace'];

const SHAPE_OF = new Map(Object.entries(SHAPES).flatMap(([shape, words]) => words.map((word) => [word, shape])));

/** `wp`, `bk`: the short names of chess sheets. */
const LETTERS = { p: 'pawn', r: 'rook', n: 'knight', b: 'bishop', q: 'queen', k: 'king' };

/**
 * @typedef {{shape: string, color: string|null, label: string, marked?: boolean, dead?: boolean, point?: string}} Piece
 * `color` is the word that the color comes from; `marked` if the rules mark the piece; `dead` and
 * `point` are what a count says.
 */

/**
 * What to draw for a cell.
 * @param {string[]|null} words
 * @param {string[]} roles
 * @returns {Piece|null} null for an empty cell
 */
export function describe(words, roles) {
  if (!words?.length) return null;
  const counts = words.filter((word) => COUNTED[word]);
  if (counts.length) {
    const stone = describe(words.filter((word) => !COUNTED[word]), roles) ?? { shape: 'point', color: null, label: '' };
    return { ...stone, ...Object.assign({}, ...counts.map((word) => COUNTED[word])), dead: counts.includes('dead') };
  }
  const unmarked = words.filter((word) => shapeWord(word) !== 'mark');
  if (unmarked.length && unmarked.length < words.length) {
    const piece = describe(unmarked, roles);
    return piece && { ...piece, marked: true };
  }
  /** @type {string|null} */
  let shape = null;
  /** @type {string|null} */
  let color = null;
  const rest = [];
  for (const word of words.flatMap(expand)) {
    const known = shapeWord(word);
    if (known && (!shape || shape === 'stone')) shape = known;
    if (!color && (colorWord(word) || roles.includes(word))) color = word;
    else if (!known) rest.push(word);
  }
  const number = rest.find((word) => /^\d+$/.test(word));
  if (!shape && number && rest.every((word) => word === number || word === 'tile')) {
    return { shape: 'tile', color, label: number };
  }
  if (shape && OWN_COLOR.includes(shape)) return { shape, color, label: '' };
  if (shape) return { shape, color: color ?? rest[0] ?? words[0], label: number ?? '' };
  if (color && !rest.length && colorWord(color)) return { shape: 'stone', color, label: '' };
  return { shape: 'token', color: color ?? rest[0], label: initials(rest[0] ?? color) };
}

/**
 * How many pieces each role has, on a board of stones of two colors that began with some of both.
 * @returns {number[]|null} null where the number says nothing
 */
export function tally({ boards, ply }, roles) {
  if (boards.length !== 1 || boards[0].style !== 'grid') return null;
  const pieces = boards[0].cells.flat().filter((words) => words?.length);
  const isOwn = (words) => words.length === 1 && roles.includes(words[0]) && describe(words, roles)?.shape === 'stone';
  if (pieces.length <= ply || !pieces.every(isOwn)) return null;
  return roles.map((role) => pieces.filter(([word]) => word === role).length);
}

/** Draws a piece. */
export function draw(piece, roles) {
  const group = s(`g.piece.${piece.shape}`, {}, ...parts(piece), piece.marked ? markFrame() : null, piece.point ? ownPoint(piece.point, roles) : null);
  if (piece.dead) group.classList.add('dead');
  if (piece.color) {
    const { fill, edge } = colorsOf(piece.color, roles);
    group.style.setProperty('--fill', fill);
    group.style.setProperty('--edge', edge);
    if (colorWord(piece.color) === 'black') group.classList.add('deep');
  }
  return group;
}

/** The piece a word of a move stands for, if any: `queen` in `(promote a 8 queen)`. */
export function pieceInMove(words, color) {
  const word = words.find((word) => CHESSMEN[shapeWord(word)]);
  return word ? { shape: shapeWord(word), color, label: '' } : null;
}

function expand(word) {
  const short = /^([wb])([prnbqk])$/.exec(word);
  if (short) return [short[1] === 'w' ? 'white' : 'black', LETTERS[short[2]]];
  return [word];
}

function shapeWord(word) {
  const lower = word.toLowerCase();
  if (SHAPE_OF.has(lower)) return SHAPE_OF.get(lower);
  const color = colorWord(lower);
  const bare = color && lower.length > color.length ? lower.replace(color, '').replace(/[_-]/g, '') : '';
  return SHAPE_OF.get(bare) ?? null;
}

function markFrame() {
  return s('circle.frame-mark', { r: 44 });
}

/** A small square in the color of whose point it is. */
function ownPoint(word, roles) {
  const { fill, edge } = colorsOf(word, roles);
  return s('rect.own-point', { x: -13, y: -13, width: 26, height: 26, fill, stroke: edge });
}

function initials(word) {
  const parts = word.split(/[_-]+/).filter(Boolean);
  return (parts.length > 1 ? parts[0][0] + parts[1][0] : word.slice(0, 2)).toLowerCase();
}

function parts({ shape, label }) {
  if (CHESSMEN[shape]) {
    const { shape: outlines, detail } = CHESSMEN[shape];
    return [s('path.body', { d: outlines.join('') }), s('path.detail', { d: detail.join('') })];
  }
  switch (shape) {
    case 'cross':
      return [s('path.stroke', { d: 'M-24-24L24 24M24-24L-24 24' })];
    case 'ring':
      return [s('circle.stroke', { r: 26 })];
    case 'wall':
      return [
        s('rect.body', { x: -42, y: -42, width: 84, height: 84, rx: 6 }),
        s('path.detail', { d: 'M-42-14h84M-42 14h84M0-42v28M-20-14v28M20-14v28M0 14v28' }),
      ];
    case 'light':
      return [s('circle.glow', { r: 44 }), s('circle.body', { r: 28 })];
    case 'dimmed':
      return [s('circle.body', { r: 28 })];
    case 'point':
      return [];
    case 'mark':
      return [markFrame()];
    case 'trace':
      return [s('circle.detail', { r: 12 })];
    case 'tile':
      return [s('rect.body', { x: -42, y: -42, width: 84, height: 84, rx: 10 }), s('text', { y: 14, 'font-size': label.length > 2 ? 30 : 42 }, label)];
    case 'token':
      return [s('circle.body', { r: 36 }), s('circle.detail', { r: 29 }), s('text', { y: 10, 'font-size': 28 }, label)];
    default:
      return [
        s('circle.body', { r: 38 }),
        s('path.shine', { d: 'M-26-14A29.5 29.5 0 0 1 2-29.5' }),
        label ? s('text', { y: 11, 'font-size': 32 }, label) : null,
      ];
  }
}
