// What the page asks; docs/page-protocol.md says what is answered.

import { t } from './language.js';
import { SILENCE, ask, save } from './link.js';

/** An answer with a status of 400 or more, or no answer at all. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function send(method, path, body) {
  let answer;
  try {
    answer = await ask(method, path, body);
  } catch {
    throw new ApiError('offline', SILENCE);
  }
  if (answer.ok && answer.body) return answer.body;
  const error = answer.body?.error ?? { code: 'broken', message: t('The answer was {status}.', { status: answer.status }) };
  throw new ApiError(error.code, error.message);
}

/** @param {string} path */
const request = (path) => send('GET', path);

/** @param {string} path @param {object} body */
const post = (path, body) => send('POST', path, body);

const id = encodeURIComponent;

/** @returns {Promise<GameCard[]>} */
export const games = async () => (await request('games')).games;
/** @param {string} game @returns {Promise<Game>} */
export const game = (game) => request(`games/${id(game)}`);
/** @param {string} game @returns {Promise<Circuit>} */
export const circuit = (game) => request(`games/${id(game)}/circuit`);
/** @returns {Promise<TableSummary[]>} */
export const tables = async () => (await request('tables')).tables;
/**
 * What is to be said about a sheet; nothing is kept.
 * @param {string} text
 * @returns {Promise<Reading>}
 */
export const readRules = (text) => post('rules', { text, draft: true });
/**
 * Keeps a sheet as a game; one with errors only if `insist`.
 * @param {string} text
 * @param {boolean} insist
 * @returns {Promise<Reading>}
 */
export const keepRules = (text, insist) => post('rules', { text, insist });
/**
 * What the editor wants to know about a sheet.
 * @param {EditorQuestion} question
 * @returns {Promise<EditorAnswer>}
 */
export const askEditor = (question) => post('editor', question);
/** @param {string} game @param {string} key @param {string} title */
export const renameGame = (game, key, title) => send('PATCH', `games/${id(game)}`, { key, title });
/** @param {string} game @param {string} key */
export const removeGame = (game, key) => send('DELETE', `games/${id(game)}`, { key });
/**
 * How liberties spread over a Go board, given as rows from the top.
 * @param {string[]} rows
 * @returns {Promise<Liberties>}
 */
export const liberties = (rows) => post('liberties', { rows });
/**
 * The shipped patterns of the Gomoku machine.
 * @returns {Promise<Patterns>}
 */
export const patterns = () => request('patterns');
/**
 * What the machine makes of a pattern file and a position.
 * @param {string} text
 * @param {string[]} board
 * @param {boolean} isBlack
 * @returns {Promise<Patterns>}
 */
export const readPatterns = (text, board, isBlack) => post('patterns', { text, board, is_black: isBlack });
/**
 * @param {string} game
 * @param {Seat[]} seats
 * @param {TimeControl|null} clock
 * @returns {Promise<{table: string, host: string, seats: string[]}>}
 */
export const createTable = (game, seats, clock) => post('tables', { game, seats, clock });
/**
 * A table where the moves of a recorded game have been made.
 * @param {string} text
 * @returns {Promise<{table: string, host: string, seats: string[]}>}
 */
export const openRecord = (text) => post('records', { text });
/**
 * The table of another game with the same people.
 * @param {string} table
 * @param {string} token
 * @returns {Promise<{table: string}>}
 */
export const again = (table, token) => post(`tables/${id(table)}/again`, { token });
/**
 * Presses a button of the board that plays at a table.
 * @param {string} table
 * @param {string} token
 * @param {string} button
 */
export const pressButton = (table, token, button) => post(`tables/${id(table)}/buttons`, { token, button });
/**
 * A table that goes on from a position of another one.
 * @param {string} table
 * @param {number} ply
 * @returns {Promise<{table: string, host: string, seats: string[]}>}
 */
export const branch = (table, ply) => post(`tables/${id(table)}/branch`, { ply });
/**
 * Games that were played, the newest first.
 * @param {string} search
 * @param {string} state `over`, `left` or nothing
 * @param {number} skip
 * @returns {Promise<{games: ArchivedGame[], total: number}>}
 */
export const archive = (search, state, skip) => request(`archive?search=${id(search)}&state=${state}&skip=${skip}`);
/**
 * Finished games of a tournament, the last ones first.
 * @param {number} skip
 * @returns {Promise<{games: FinishedGame[], total: number}>}
 */
export const studyGames = (skip) => request(`study/games?skip=${skip}`);
/**
 * Where others in the network reach the server, if they can.
 * @returns {Promise<{origin: string|null}>}
 */
export const network = () => request('network');
/**
 * A text as a code that phones read.
 * @param {string} text
 * @returns {Promise<{rows: string[]}>}
 */
export const code = (text) => post('code', { text });
/**
 * Saves a game as a file.
 * @param {string} table
 * @param {string} game what the file is called by
 * @param {string} [format] that of other programs, or the one that has all that is known
 */
export const saveRecord = (table, game, format = 'json') => save(`tables/${id(table)}/record?format=${format}`, `${game}-${table}.${format}`);

/**
 * The gates behind one output.
 * @param {string} game
 * @param {string} output
 * @param {{table: string, ply: number}} [at] the position whose values are wanted
 * @returns {Promise<Cone>}
 */
export function cone(game, output, at) {
  const place = at ? `&table=${id(at.table)}&ply=${at.ply}` : '';
  return request(`games/${id(game)}/cone?output=${id(output)}${place}`);
}
