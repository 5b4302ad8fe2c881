// The tokens of the tables this browser may play at, and the keys of the rule sheets that it
// brought. Every other table it can only watch.

import { recall, remember } from './dom.js';

const KEPT = 100;

/** Keeps the answer of the server to a new table. */
export function keepTable(table, { host, seats }) {
  keep(table, { host, seats });
}

/** Keeps a token that came with a link, unless there is a better one. */
export function keepToken(table, token) {
  if (!recall('tables', {})[table]?.host) keep(table, { token });
}

/** The token to open a table's socket with. */
export function tokenOf(table) {
  const kept = recall('tables', {})[table];
  return kept?.host ?? kept?.token ?? null;
}

/** The tokens of the seats by their chairs, for links, if this browser made the table. */
export function seatTokens(table) {
  return recall('tables', {})[table]?.seats ?? null;
}

/** Keeps the tokens of a table for another one of the same people. */
export function copyTokens(table, next) {
  const kept = recall('tables', {})[table];
  if (kept) keep(next, kept);
}

/**
 * The keys of the sheets that this browser brought, by their ids.
 * @returns {Record<string, string>}
 */
export const ownSheets = () => recall('sheets', {});

/**
 * Keeps the key of a sheet, or forgets it.
 * @param {string} sheet
 * @param {string|null} key
 */
export function keepSheet(sheet, key) {
  const { [sheet]: _, ...others } = ownSheets();
  remember('sheets', key ? { ...others, [sheet]: key } : others);
}

function keep(table, tokens) {
  const entries = Object.entries(recall('tables', {})).filter(([other]) => other !== table);
  entries.push([table, tokens]);
  remember('tables', Object.fromEntries(entries.slice(-KEPT)));
}
