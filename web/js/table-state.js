// What the page knows about a table, and what follows from it.

import { telling } from './facts.js';
import { list, number, plural, t } from './language.js';
import { tally } from './pieces.js';
import { CHANCE } from './terms.js';

/** Ends of a game that say nothing of its last move. */
const BREAKS = ['resigned', 'time', 'agreed', 'too-long'];

export class TableState {
  /** @type {Table} The server tells of it before anything is drawn. */
  table;
  /** @type {Map<number, Position>} Positions by ply. */
  positions = new Map();
  /** @type {number|null} The ply that is looked at, or null for the end of the game. */
  past = null;
  online = false;
  /** @type {Thoughts|null} The last thoughts. */
  thoughts = null;
  /** @type {Map<string, Thoughts>} The last thoughts of each role. */
  thoughtsOf = new Map();
  /** @type {Hint|null} */
  hint = null;
  /** Whether an analysis was asked for. */
  analyzing = false;
  /** @type {Map<string, string>} Moves that the server has not answered yet, by role. */
  sent = new Map();

  /** @param {Table} table */
  setTable(table) {
    const before = this.table;
    const rewritten = before && before.moves.some((joint, k) => joint.join() !== table.moves[k]?.join());
    if (rewritten || (before && table.ply < before.ply)) {
      this.positions.clear();
      this.thoughtsOf.clear();
      this.thoughts = null;
      this.past = null;
    }
    if (before?.ply !== table.ply) {
      this.sent.clear();
      this.hint = null;
    }
    if (this.past !== null && this.past >= table.ply) this.past = null;
    this.table = table;
  }

  /** @param {Position} position */
  setPosition(position) {
    this.positions.set(position.ply, position);
  }

  /** @param {Thoughts} thoughts */
  setThoughts(thoughts) {
    this.thoughts = thoughts;
    if (thoughts.for === 'move') this.thoughtsOf.set(thoughts.role, thoughts);
  }

  get ply() {
    return this.past ?? this.table.ply;
  }

  get isLive() {
    return this.past === null;
  }

  /** The position that is looked at, if it has come. */
  get position() {
    return this.positions.get(this.ply) ?? null;
  }

  get roles() {
    return this.table.game.roles;
  }

  /** The facts beside the board that are worth a word; when the game is over, none is but a count. */
  get outsideFacts() {
    if (!this.position) return [];
    const { outside, over } = this.position;
    const facts = telling(outside, this.roles, this.ply);
    return over ? facts.filter((fact) => fact.startsWith('(score ')) : facts;
  }

  /** How many pieces each role has, where most of them win. */
  get tally() {
    return this.position ? tally(this.position, this.roles) ?? undefined : undefined;
  }

  /**
   * The legal moves of a role in the position that is looked at.
   * @param {string} role
   */
  legalOf(role) {
    return this.position?.legal.find((entry) => entry.role === role)?.moves ?? [];
  }

  /** Whether whoever looks plays the side that is drawn at the top: the second of two armies. */
  get isAtTop() {
    const { you } = this.table;
    const isArmy = this.position?.boards.every(({ style }) => style === 'checkered') ?? false;
    return isArmy && this.roles.length === 2 && you.roles.length === 1 && you.roles[0] === this.roles[1];
  }

  /** The roles of this browser that are asked for a move. */
  get mine() {
    const { position } = this;
    if (!this.isLive || this.table.over || !position) return [];
    return this.table.you.roles.filter((role) => position.choosing.includes(role) && !this.sent.has(role));
  }

  /** The roles of this browser that have not agreed to the count. */
  get counting() {
    const { count, you } = this.table;
    return count && this.isLive ? you.roles.filter((role) => !count.agreed.includes(role)) : [];
  }

  /** Whether a role of this browser has chosen while others have not. */
  get hasHiddenMove() {
    const { over, waiting, you } = this.table;
    const live = this.positions.get(this.table.ply);
    return !over && waiting.length > 0 && you.roles.some((role) => live?.choosing.includes(role) && !waiting.includes(role));
  }

  get mayPlay() {
    return this.table.you.host || this.table.you.roles.length > 0;
  }

  /** Whether nobody but engines plays. */
  get isShow() {
    return this.table.seats.every(({ player }) => player !== 'human');
  }

  /** Whether people play among themselves; chance is nobody. */
  get isAmongPeople() {
    return this.table.seats.every(({ role, player }) => player === 'human' || role === CHANCE);
  }

  /** Whether the game has ended before its rules said so. */
  get isBrokenOff() {
    return BREAKS.includes(this.table.over?.reason ?? '');
  }

  /** Whether an engine may go through the game: it is over, or a record that somebody has opened. */
  get isReviewed() {
    return this.table.over !== null || this.isAmongPeople;
  }

  /**
   * The squares of a move of the position that is looked at.
   * @param {string} role
   * @param {string} move
   * @returns {Square[]}
   */
  squaresOf(role, move) {
    return this.legalOf(role).find((entry) => entry.move === move)?.squares ?? [];
  }

  /**
   * A move as people write it, in a position that has come.
   * @param {string} role
   * @param {string} move
   * @param {number} [ply]
   */
  nameOf(role, move, ply = this.ply) {
    const legal = this.positions.get(ply)?.legal.find((entry) => entry.role === role)?.moves;
    return legal?.find((entry) => entry.move === move)?.name ?? move;
  }
}

/** A count in words: who is ahead. */
export function lead(points, roles, title) {
  const margin = marginOf(points);
  return margin
    ? t('{role} is ahead by {margin}', { role: title(roles[points.indexOf(Math.max(...points))]), margin })
    : t('the score is even');
}

/** By how much the best is ahead of the next. */
function marginOf(points) {
  const [best, second] = points.toSorted((a, b) => b - a);
  return best - second;
}

/** Who has won, or that nobody has, and how it came to that. @type {Record<string, (end: {result: string, score: string}) => string>} */
const ENDS = {
  resigned: (end) => t('{result} by resignation, {score}', end),
  time: (end) => t('{result} on time, {score}', end),
  agreed: (end) => t('{result} by agreement, {score}', end),
  adjudicated: (end) => t('{result} by adjudication, {score}', end),
  terminal: ({ result, score }) => `${result}, ${score}`,
};

/** The end of a game in words. */
export function outcome(over, roles, title) {
  const { goals, reason, points } = over;
  if (reason === 'stuck') return t('The rules leave no move');
  if (reason === 'too-long') return t('The game was ended: it is too long');
  if (roles.length === 1) return plural('The game is over: {count} point', 'The game is over: {count} points', goals[0] ?? 0);
  const best = Math.max(...goals);
  const winners = roles.filter((_, k) => goals[k] === best);
  const score = goals.map((goal) => goal ?? '–').join(' : ');
  if (winners.length === roles.length) return ENDS[reason]({ result: t('A draw'), score });
  const names = list(winners.map(title));
  if (points) return t('{names} wins by {margin}, {score}', { names, margin: marginOf(points), score: points.map((own) => number(own)).join(' : ') });
  return ENDS[reason]({ result: plural('{names} wins', '{names} win', winners.length, { names }), score });
}
