// Facts of a position that are not on a board.

import { h } from './dom.js';
import { pretty, print, split } from './terms.js';

const CHIPS = 10;

/** A few facts in a line, many as tables. */
export function beside(facts) {
  if (facts.length > CHIPS) return h('details.more-facts', {}, h('summary', {}, `${facts.length} more facts`), factTables(facts));
  return h('ul.chips', { 'aria-label': 'Other facts' }, facts.map((fact) => h('li', {}, pretty(fact).replaceAll('_', ' '))));
}

/** All facts, a table for each relation. */
export function factTables(facts) {
  const relations = new Map();
  for (const fact of facts) {
    const { head, args } = split(fact);
    if (!relations.has(head)) relations.set(head, []);
    relations.get(head).push(args);
  }
  return h('div.facts', {}, [...relations].map(([relation, rows]) =>
    h('table', {}, h('caption', {}, relation), h('tbody', {}, rows.map((args) =>
      h('tr', {}, args.length ? args.map((arg) => h('td', {}, print(arg))) : h('td', {}, 'holds')))))));
}
