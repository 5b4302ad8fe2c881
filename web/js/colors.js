// The colors of words: `red` is red, and a word that names no color gets one of its own.

/** Fill, edge and the color of a line that stands for the side, for each color word. */
const NAMED = {
  white: ['#f6f1e6', '#8d8371', 'var(--line-white)'],
  black: ['#2e2b29', '#100f0e', 'var(--line-black)'],
  red: ['#c4533f', '#86301f', '#c4533f'],
  yellow: ['#e3b53f', '#a17a17', '#d0a12c'],
  blue: ['#4a78a8', '#2c4f76', '#4a7fb5'],
  green: ['#5b8f66', '#37613f', '#559a64'],
  orange: ['#d9853b', '#96551a', '#d9853b'],
  purple: ['#8467a5', '#57407a', '#8d6db3'],
  pink: ['#d184a0', '#94506b', '#d184a0'],
  brown: ['#8f6748', '#5c3e27', '#9a7152'],
  teal: ['#3f9089', '#22605b', '#3f9a92'],
  gray: ['#94908a', '#615d58', '#94908a'],
};

const SAME = { grey: 'gray', cyan: 'teal', magenta: 'pink', violet: 'purple', gold: 'yellow', silver: 'gray' };

/** The sides of a game whose roles name no color, in the order of the roles. */
const SIDES = ['teal', 'orange', 'purple', 'green', 'pink', 'blue', 'brown', 'yellow'];

/** The color word that is in a word (`whitepawn`, `red_player`), or null. */
export function colorWord(word) {
  const lower = word.toLowerCase();
  if (SAME[lower] ?? NAMED[lower]) return SAME[lower] ?? lower;
  return Object.keys(NAMED).find((name) => lower.startsWith(name) || lower.endsWith(name)) ?? null;
}

/**
 * The colors of a word.
 * @param {string} word
 * @param {string[]} roles the roles of the game
 * @returns {{fill: string, edge: string, line: string}}
 */
export function colorsOf(word, roles) {
  const named = colorWord(word);
  if (named) return colors(NAMED[named]);
  const role = roles.findIndex((name) => name === word || (word.length === 1 && name.startsWith(word)));
  if (role >= 0) return colors(NAMED[SIDES[role % SIDES.length]]);
  const hue = hash(word) % 360;
  return colors([`oklch(0.66 0.09 ${hue})`, `oklch(0.45 0.08 ${hue})`, `oklch(0.62 0.11 ${hue})`]);
}

/** From bad to good: a value between 0 and 100 as a color. */
export function valueColor(value) {
  const part = Math.min(100, Math.max(0, value));
  const [color, share] = part < 50 ? ['#b4553a', 100 - 2 * part] : ['#3f7d5c', 2 * part - 100];
  return `color-mix(in oklab, ${color} ${Math.round(share)}%, #a8905c)`;
}

function colors([fill, edge, line]) {
  return { fill, edge, line };
}

function hash(word) {
  let sum = 2166136261;
  for (const char of word) sum = Math.imul(sum ^ char.codePointAt(0), 16777619);
  return sum >>> 0;
}
