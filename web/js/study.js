// A tournament as it is played: how far it is, the test, the table, the boards and the games.

import * as api from './api.js';
import { button, h } from './dom.js';
import { number, plural, t } from './language.js';
import { complain } from './notice.js';
import { playerName, roleSign } from './seats.js';
import { Socket } from './socket.js';
import { crossTable, ratingsTable, testPlot } from './study-tables.js';
import { CHANCE } from './terms.js';
import { thumbnail } from './thumbnail.js';

export function show(view) {
  const page = new StudyPage(view);
  return () => page.close();
}

class StudyPage {
  /** @type {StudyMessage|null} */
  study = null;
  /** When it was told, in milliseconds. */
  told = 0;
  online = false;
  /** @type {Map<string, BoardCard>} The boards that are shown, by table. */
  shown = new Map();
  /** @type {Map<string, HTMLElement>} The finished games that are listed, by table. */
  listed = new Map();
  /** Whether older games are listed as well: then the list stands still. */
  hasMore = false;
  nGames = -1;

  /** @param {HTMLElement} view */
  constructor(view) {
    document.title = `${t('Tournament')} · Stonegate`;
    this.title = h('h1', {}, t('Tournament'));
    this.status = h('p.note', { 'aria-live': 'off' });
    this.bar = h('progress', { 'aria-label': t('How much has been played'), hidden: true });
    this.test = h('section.panel', { 'aria-label': t('Test'), hidden: true });
    this.ratings = h('div.wide', { tabindex: 0, role: 'group', 'aria-label': t('Ratings') });
    this.cross = h('section.panel', { hidden: true });
    this.boards = h('ul.cards.live-boards');
    this.idle = h('p.note', {}, t('No game is being played.'));
    this.stage = h('section', {}, h('h2', {}, t('On the boards')), this.idle, this.boards);
    this.games = h('ul.archive-list');
    this.gamesNote = h('span.note');
    this.more = button(t('More'), () => this.fetchMore(), { hidden: true });
    view.replaceChildren(h('section.study', {},
      h('div.study-head', {}, this.title, this.status, this.bar),
      this.stage,
      h('section.panel', {}, h('h2', {}, t('Ratings')), this.ratings),
      this.test, this.cross,
      h('section.archive', {}, h('h2', {}, t('Finished games'), this.gamesNote), this.games, this.more)));
    this.socket = new Socket('study/socket', {
      message: (message) => this.receive(/** @type {FromStudy} */ (message)),
      state: (online) => this.connected(online),
    });
    this.clock = setInterval(() => this.showProgress(), 1000);
  }

  close() {
    clearInterval(this.clock);
    this.socket.close();
  }

  connected(online) {
    this.online = online;
    if (!online) this.showBoards([]);
    this.showProgress();
  }

  /** @param {FromStudy} message */
  receive(message) {
    if (message.type === 'boards') this.showBoards(message.boards);
    if (message.type !== 'study') return;
    this.study = message;
    this.told = Date.now();
    const { report, path } = message;
    document.title = `${report.study} · Stonegate`;
    this.title.textContent = report.study;
    this.ratings.replaceChildren(ratingsTable(report));
    this.showTest(report, path);
    const isCrossed = report.players.length > 2;
    this.cross.hidden = !isCrossed;
    if (isCrossed) this.cross.replaceChildren(h('h2', {}, t('Cross table')), crossTable(report));
    this.showProgress();
    if (report.games !== this.nGames && !this.hasMore) this.fetchFirst(report.games);
  }

  /**
   * What a test of two players has found, or what the games of two players say without one.
   * @param {StudyReport} report
   * @param {number[]} path
   */
  showTest({ test, pairs, players }, path) {
    this.test.hidden = !test && !pairs;
    const [first, second] = players.map(({ player }) => playerName({ player }));
    const { elo, interval } = test ?? pairs ?? { elo: 0, interval: [0, 0] };
    const margin = { elo: eloText(elo), low: eloText(interval[0]), high: eloText(interval[1]) };
    this.test.replaceChildren(
      h('h2', {}, t('{first} against {second}', { first, second })),
      h('p', {}, t('Elo {elo}, 95 % between {low} and {high}', margin)),
      ...(test ? [h('p', {}, verdictText(test)), testPlot(path, test.bounds)] : []),
      ...(pairs ? [h('p.note', {}, t('Pairs with 0, ½, 1, 1½ and 2 points: {counts}', { counts: pairs.counts.join(', ') }))] : []));
  }

  showProgress() {
    const { study } = this;
    if (!study) {
      this.status.textContent = this.online ? t('The games are getting ready…') : t('Connecting…');
      return;
    }
    const { report, state, most_units: most } = study;
    const waited = state === 'running' ? (Date.now() - this.told) / 1000 : 0;
    const units = most === null
      ? plural('{count} unit', '{count} units', report.units)
      : t('{count} of {most} units', { count: report.units, most });
    const left = study.left === null || !report.units ? [] : [t('about {time} left', { time: duration(Math.max(0, study.left - waited)) })];
    const states = { running: left, complete: [t('complete')], stopped: [t('stopped')] };
    const gone = this.online || state !== 'running' ? [] : [t('connection lost')];
    this.stage.hidden = state !== 'running';
    this.status.textContent = [units, plural('{count} game', '{count} games', report.games), duration(study.seconds + waited), ...states[state], ...gone].join(' · ');
    this.bar.hidden = !most || state !== 'running';
    this.bar.max = most || 1;
    this.bar.value = report.units;
  }

  /** @param {LiveBoard[]} boards */
  showBoards(boards) {
    this.idle.hidden = boards.length > 0;
    const before = this.shown;
    this.shown = new Map(boards.map((board) => [board.table, before.get(board.table) ?? new BoardCard(board)]));
    for (const board of boards) this.shown.get(board.table)?.show(board);
    arrange(this.boards, [...this.shown.values()].map(({ element }) => element));
  }

  /** @param {number} nGames */
  async fetchFirst(nGames) {
    this.nGames = nGames;
    try {
      const { games, total } = await api.studyGames(0);
      if (!this.hasMore) {
        this.listed = new Map(games.map((game) => [game.table, this.listed.get(game.table) ?? gameEntry(game)]));
        arrange(this.games, [...this.listed.values()]);
      }
      this.countGames(total);
    } catch {
      // The socket says that nobody answers.
    }
  }

  async fetchMore() {
    this.hasMore = true;
    try {
      const { games, total } = await api.studyGames(this.games.children.length);
      this.games.append(...games.map(gameEntry));
      this.countGames(total);
    } catch (error) {
      complain(error);
    }
  }

  countGames(total) {
    this.gamesNote.textContent = total ? '' : t('none yet');
    this.more.hidden = this.games.children.length >= total;
  }
}

/**
 * Puts elements into a list, and leaves alone those that are in their place: somebody may be clicking on them.
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} elements
 */
function arrange(parent, elements) {
  elements.forEach((element, k) => {
    if (parent.children[k] !== element) parent.insertBefore(element, parent.children[k] ?? null);
  });
  while (parent.children.length > elements.length) parent.lastElementChild?.remove();
}

/** A game that is being played. */
class BoardCard {
  ply = -1;

  /** @param {LiveBoard} board */
  constructor({ table, game, roles, players }) {
    this.picture = h('div');
    this.move = h('span.tag');
    this.players = roles.map((role, k) => h('span', { hidden: role === CHANCE }, roleSign(role, roles), ' ', playerName({ player: players[k] })));
    this.element = h('li.card', {}, h('a.card-play', { href: `#/game/${table}` },
      this.picture, h('span.card-title', {}, game, this.move), h('span.card-players', {}, this.players)));
  }

  /** @param {LiveBoard} board */
  show({ game, roles, position }) {
    if (position.ply === this.ply) return;
    this.ply = position.ply;
    this.picture.replaceChildren(thumbnail(position.boards, game, roles, position.made.length ? position.made : position.changed));
    this.move.textContent = t('move {move}', { move: position.ply + 1 });
    this.players.forEach((player, k) => player.classList.toggle('turn', position.choosing.includes(roles[k])));
  }
}

/** @param {FinishedGame} game */
function gameEntry({ table, game, roles, players, goals, moves, note }) {
  const best = Math.max(...goals);
  const seats = roles.flatMap((role, k) => (role === CHANCE ? [] : [{ player: playerName({ player: players[k] }), goal: goals[k] }]));
  const isWon = seats.some(({ goal }) => goal < best);
  const names = seats.flatMap(({ player, goal }, k) => [k ? ' – ' : '', isWon && goal === best ? h('b', {}, player) : player]);
  const result = goals.length ? seats.map(({ goal }) => goal).join(' : ') : t('no result');
  return h('li', {}, h('a', { href: `#/game/${table}`, title: note || null },
    h('strong', {}, `${table}. ${game}`),
    h('span', {}, names),
    h('span', {}, plural('{count} move', '{count} moves', moves)),
    h('span.result', {}, result)));
}

/** @param {number|null} elo none if it has no bound */
function eloText(elo) {
  return elo === null ? '∞' : number(elo, 1);
}

/** What a test says so far. @param {NonNullable<StudyReport['test']>} test */
function verdictText({ verdict, llr, bounds, elo0, elo1 }) {
  const values = { llr: number(llr, 2), low: number(bounds[0], 2), high: number(bounds[1], 2), elo0, elo1 };
  if (verdict === 'passed') return t('Passed: better by {elo1} Elo rather than by {elo0} (LLR {llr}, bounds {low} and {high})', values);
  if (verdict === 'failed') return t('Failed: better by {elo0} Elo rather than by {elo1} (LLR {llr}, bounds {low} and {high})', values);
  return t('Undecided between {elo0} and {elo1} Elo: LLR {llr}, bounds {low} and {high}', values);
}

/** A time in words. @param {number} seconds */
function duration(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value) => String(value).padStart(2, '0');
  if (hours) return `${hours}:${two(minutes)} h`;
  return minutes ? `${minutes}:${two(rest)} min` : `${rest} s`;
}
