// Facts of a position that are not on a board.

import { h } from './dom.js';
import { t } from './language.js';
import { pretty, print, split } from './terms.js';

const CHIPS = 10;

/**
 * The facts that say more than whose turn it is and how many moves were made.
 * @param {string[]} facts
 * @param {string[]} roles
 * @param {number} ply
 */
export function telling(facts, roles, ply) {
  const terms = facts.map((fact) => ({ fact, ...split(fact) }));
  const isAlone = ({ head }) => terms.filter((other) => other.head === head).length === 1;
  const isTurn = (term) => isAlone(term) && term.args.length > 0 && roles.includes(term.args[0]);
  const isCounter = (term) => isAlone(term) && term.args.length === 1 && Math.abs(Number(term.args[0]) - ply) <= 1;
  return terms.filter((term) => !isTurn(term) && !isCounter(term)).map(({ fact }) => fact);
}

/** A few facts in a line, many as tables. */
export function beside(facts) {
  if (facts.length > CHIPS) return h('details.more-facts', {}, h('summary', {}, t('{count} more facts', { count: facts.length })), factTables(facts));
  return h('ul.chips', { tabindex: 0, 'aria-label': t('Other facts') }, facts.map((fact) => h('li', {}, pretty(fact).replaceAll('_', ' '))));
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
      h('tr', {}, args.length ? args.map((arg) => h('td', {}, print(arg))) : h('td', {}, t('holds'))))))));
}
