// Opening a table and going there.

import * as api from './api.js';
import { button, h } from './dom.js';
import { copyTokens, keepTable, tokenOf } from './keys.js';
import { t } from './language.js';
import { complain } from './notice.js';
import { go } from './router.js';
import { defaultSeats } from './seats.js';

/**
 * Opens a table with these seats, and perhaps a clock for people.
 * @param {{id: string}} game
 * @param {Seat[]} seats
 * @param {TimeControl|null} clock
 */
export async function openTable(game, seats, clock = null) {
  try {
    const made = await api.createTable(game.id, seats, clock);
    keepTable(made.table, made);
    go(`/table/${made.table}`);
  } catch (error) {
    complain(error);
  }
}

/**
 * Opens a table where a recorded game stands: a record of a match, SGF, PGN, GGF or PSQ.
 * @param {File} file
 */
async function openRecord(file) {
  try {
    const made = await api.openRecord(await file.text());
    keepTable(made.table, made);
    go(`/table/${made.table}`);
  } catch (error) {
    complain(error);
  }
}

/** Asks for a file with a recorded game. */
export function recordButton() {
  const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: '.json,.sgf,.pgn,.ggf,.psq,.txt', hidden: true }));
  file.addEventListener('change', () => {
    const [record] = file.files ?? [];
    if (record) openRecord(record);
    file.value = '';
  });
  return h('span', {}, button(t('Open a record'), () => file.click()), file);
}

/** Goes on from a position of a game at a table of its own; the old one stays as it is. */
export async function openBranch(table, ply) {
  try {
    const made = await api.branch(table, ply);
    keepTable(made.table, made);
    go(`/table/${made.table}`);
  } catch (error) {
    complain(error);
  }
}

/** Goes on to another game with the same people; the old table stays as it is. */
export async function openAgain(table) {
  try {
    openNext(table, (await api.again(table, tokenOf(table))).table);
  } catch (error) {
    complain(error);
  }
}

/** Goes to the next table of the people at a table. */
export function openNext(table, next) {
  copyTokens(table, next);
  go(`/table/${next}`);
}

/** One click to a board: you against an engine. */
export function quickStart(game) {
  return openTable(game, defaultSeats(game));
}
