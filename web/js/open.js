// Opening a table and going there.

import * as api from './api.js';
import { keepTable } from './keys.js';
import { complain } from './notice.js';
import { go } from './router.js';
import { defaultSeats } from './seats.js';

/** Opens a table with these seats, and perhaps a clock for people. */
export async function openTable(game, seats, clock = null) {
  try {
    const made = await api.createTable(game.id, seats, clock);
    keepTable(made.table, made);
    go(`/table/${made.table}`);
  } catch (error) {
    complain(error);
  }
}

/** One click to a board: you against an engine. */
export function quickStart(game) {
  return openTable(game, defaultSeats(game));
}
