// The tokens of the tables this browser may play at. Every other table it can only watch.

import { recall, remember } from './dom.js';
import { CHANCE } from './terms.js';

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

/** The tokens of the seats, for links, if this browser made the table. */
export function seatTokens(table) {
  return recall('tables', {})[table]?.seats ?? null;
}

/** Moves the tokens of the seats on with those who sit there; chance stays where it is. */
export function swapSeatTokens(table, roles) {
  const kept = recall('tables', {})[table];
  if (!kept?.seats) return;
  const places = roles.flatMap((role, k) => (role === CHANCE ? [] : [k]));
  const seats = [...kept.seats];
  places.forEach((place, k) => { seats[places[(k + 1) % places.length]] = kept.seats[place]; });
  keep(table, { ...kept, seats });
}

function keep(table, tokens) {
  const entries = Object.entries(recall('tables', {})).filter(([other]) => other !== table);
  entries.push([table, tokens]);
  remember('tables', Object.fromEntries(entries.slice(-KEPT)));
}
