// Colors for the rules language, in both syntaxes.

import { h } from './dom.js';

const TOKEN = /(;.*|%.*)|(\?[\w+-]+)|(<=|:-)|\b(role|init|true|does|next|legal|goal|terminal|base|input|distinct|not|or)\b/g;
const KINDS = ['comment', 'variable', 'arrow', 'keyword'];

/**
 * Splits a line into colored parts.
 * @param {string} line
 * @returns {{start: number, end: number, kind: string|null}[]}
 */
export function tokens(line) {
  const parts = [];
  let from = 0;
  for (const match of line.matchAll(TOKEN)) {
    if (match.index > from) parts.push({ start: from, end: match.index, kind: null });
    from = match.index + match[0].length;
    parts.push({ start: match.index, end: from, kind: KINDS[match.slice(1).findIndex(Boolean)] });
  }
  if (from < line.length) parts.push({ start: from, end: line.length, kind: null });
  return parts;
}

/**
 * A line as colored elements, with ranges of columns underlined.
 * @param {string} line
 * @param {{start: number, end: number, kind: string}[]} marks
 */
export function paint(line, marks = []) {
  const cuts = marks.flatMap(({ start, end }) => [start, end]);
  return tokens(line).flatMap(({ start, end, kind }) => {
    const edges = [start, ...cuts.filter((cut) => cut > start && cut < end).sort((a, b) => a - b), end];
    return edges.slice(1).flatMap((edge, k) => {
      const from = edges[k];
      if (edge === from) return [];
      const mark = marks.find((range) => range.start <= from && edge <= range.end);
      const classes = [kind, mark && 'underlined', mark?.kind].filter(Boolean);
      const text = line.slice(from, edge);
      return [classes.length ? h('span', { class: classes.join(' ') }, text) : text];
    });
  });
}
