// A table: the board, whoever plays on it, and what the engine thinks.

import { Actions } from './actions.js';
import { BoardScreen } from './board-screen.js';
import { Boards } from './boards.js';
import { CameraPanel, hasCamera } from './camera.js';
import { Clocks } from './clocks.js';
import { directions } from './directions.js';
import { button, h, recall, remember } from './dom.js';
import { History } from './history.js';
import { HowToPlay } from './how-to-play.js';
import { keepToken, tokenOf } from './keys.js';
import { ValueGraph } from './graph.js';
import { list, plural, t } from './language.js';
import { MoveList, chooseMove } from './moves.js';
import { lasting, notice } from './notice.js';
import { Plates } from './plates.js';
import { Review } from './review.js';
import { Settings } from './settings.js';
import { clearShortcuts, shortcut } from './shortcuts.js';
import * as sound from './sound.js';
import { Socket, tablePath } from './socket.js';
import { TableState, lead, outcome } from './table-state.js';
import { title } from './terms.js';
import { ThoughtsPanel, ofRole } from './thoughts.js';
import { Wishes } from './wishes.js';

const ANALYSIS_SECONDS = 60;

export function show(view, query, id) {
  if (query.has('token')) {
    keepToken(id, query.get('token'));
    history.replaceState(null, '', `#/table/${id}`);
  }
  const page = new TablePage(view, id);
  return () => page.close();
}

export class TablePage {
  // The parts of the page, which `build` makes.
  /** @type {Boards} */
  boards;
  /** @type {BoardScreen} */
  screen;
  /** @type {Plates} */
  plates;
  /** @type {Clocks} */
  clocks;
  /** @type {HTMLElement} */
  status;
  /** @type {MoveList} */
  moves;
  /** @type {Actions} */
  actions;
  /** @type {Wishes} */
  wishes;
  /** @type {[string|null, ThoughtsPanel][]} */
  panels;
  /** @type {ValueGraph} */
  graph;
  /** @type {History} */
  history;
  /** @type {Review} */
  review;
  /** @type {Settings} */
  settings;
  /** @type {HTMLInputElement} */
  overlayBox;
  /** @type {CameraPanel|null} */
  camera = null;
  /** @type {Position|null} */
  drawn = null;
  /** @type {string|null} */
  asked = null;
  waiting = false;
  /** @type {boolean|null} Whether the board is turned, if somebody has said so. */
  turned = null;

  constructor(view, id) {
    this.view = view;
    this.state = new TableState();
    this.overlay = recall('overlay', true);
    this.send = (message) => {
      if (!this.socket.send(message)) notice(t('Not connected: try again in a moment.'), 'error');
    };
    view.append(h('p.empty', {}, t('Opening the table…')));
    this.socket = new Socket(tablePath(id, tokenOf(id)), {
      message: (message) => this.receive(/** @type {FromServer} */ (message)),
      state: (online) => this.connected(online),
    });
  }

  close() {
    clearTimeout(this.analysis);
    this.clocks?.close();
    this.camera?.close();
    this.screen?.close();
    this.review?.close();
    this.socket.close();
    lasting(null);
  }

  /** @param {FromServer} message */
  receive(message) {
    const { state } = this;
    switch (message.type) {
      case 'table':
        if (state.analyzing && (message.ply !== state.table.ply || !message.help)) this.stopAnalysis();
        state.setTable(message);
        if (!this.boards || this.isShow !== state.isShow) this.build();
        break;
      case 'position':
        state.setPosition(message.position);
        break;
      case 'thoughts':
        state.setThoughts(message);
        this.review?.take(message);
        break;
      case 'hint':
        state.hint = message;
        notice(hintText(state.nameOf(message.role, message.move), message.value));
        break;
      case 'store':
        lasting(message.problem && `${message.problem[0].toUpperCase()}${message.problem.slice(1)}.`);
        break;
      case 'error':
        notice(message.message, 'error');
        state.sent.clear();
        if (message.code === 'bad-player') this.settings?.reject();
        break;
    }
    this.update();
  }

  connected(online) {
    this.state.online = online;
    // A server that is still in trouble says so again.
    if (!online) lasting(null);
    if (!online && !this.boards && this.socket.failures > 0) {
      this.view.replaceChildren(h('p.empty', {}, t('There is no such table, or the server is away.'), ' ', h('a', { href: '#/' }, t('Back to the games'))));
    }
    this.update();
  }

  /** Makes the parts of the page: a show of engines has others than a game of people. */
  build() {
    const { state } = this;
    this.isShow = state.isShow;
    this.drawn = null;
    clearShortcuts();
    const { game } = state.table;
    const { roles } = state;
    document.title = `${game.title} · Stonegate`;
    const seek = (ply) => this.seek(ply);
    this.boards = new Boards(roles, (role, moves) => this.chosen(role, moves), (key) => this.steer(key));
    this.plates = new Plates(roles);
    this.clocks?.close();
    this.clocks = new Clocks(this.plates.clockFaces, () => this.send({ type: 'time' }));
    this.camera?.close();
    this.camera = hasCamera(game) ? new CameraPanel(this) : null;
    this.screen?.close();
    this.screen = new BoardScreen(state.table.table);
    this.status = h('p.status', { 'aria-live': 'polite' });
    this.review?.close();
    this.review = new Review(this);
    this.moves = new MoveList((role, move) => this.play(role, move));
    this.actions = new Actions(this);
    this.wishes = new Wishes(this.send);
    this.panels = state.isShow && roles.length === 2
      ? roles.map((role) => [role, new ThoughtsPanel(title(role), true)])
      : [[null, new ThoughtsPanel(t('Thinking'), false)]];
    this.graph = new ValueGraph(roles, seek);
    this.history = new History(seek);
    this.settings = new Settings(this);
    this.overlayBox = h('input', { type: 'checkbox', checked: this.overlay, onchange: () => this.toggleOverlay() });
    const soundBox = h('input', { type: 'checkbox', checked: sound.hasSound(), onchange: () => sound.setSound(soundBox.checked) });
    const stage = h('section.stage', { 'aria-label': game.title },
      h('div.stage-head', {}, h('h1', {}, game.title), this.camera?.toggle, button(t('Flip'), () => this.flip(), { title: `${t('Turn the board around')} (x)`, 'aria-keyshortcuts': 'x', class: 'plain' }),
        h('div.options', {}, h('label', {}, soundBox, t('Sounds')), h('label', {}, this.overlayBox, t('Thoughts on the board')))),
      this.plates.element, this.camera?.element, this.boards.element, this.status, this.wishes.element, h('div.controls', {}, this.moves.element, this.actions.element));
    const side = h('aside.side', {}, this.graph.element, this.review.element, this.history.element, new HowToPlay(game.id).element, this.settings.element);
    const thoughts = this.panels.map(([, panel]) => panel.element);
    this.view.className = this.panels.length > 1 ? 'table-page show' : 'table-page';
    if (this.panels.length > 1) this.view.replaceChildren(thoughts[0], stage, h('div.beside', {}, thoughts[1], this.screen.element), side);
    else {
      side.prepend(this.screen.element, thoughts[0]);
      this.view.replaceChildren(stage, side);
    }
    this.addShortcuts();
  }

  addShortcuts() {
    shortcut('ArrowLeft', t('One move back'), () => { if (!this.steer('ArrowLeft')) this.seek(this.state.ply - 1); });
    shortcut('ArrowRight', t('One move on'), () => { if (!this.steer('ArrowRight')) this.seek(this.state.ply + 1); });
    for (const key of ['ArrowUp', 'ArrowDown']) shortcut(key, t('Go this way'), () => this.steer(key), () => directions(this.moves.moves) !== null);
    shortcut('Home', t('First position'), () => this.seek(0));
    shortcut('End', t('Last position'), () => this.seek(this.state.table.ply));
    shortcut('b', t('To the board'), () => this.boards.focus());
    shortcut('m', t('To the moves that are not on the board'), () => this.moves.focus());
    shortcut('t', t('Thoughts on the board'), () => this.toggleOverlay());
    shortcut('x', t('Turn the board around'), () => this.flip());
  }

  /**
   * Makes the move that an arrow key is, in a game of directions.
   * @param {string} key
   */
  steer(key) {
    const [role] = this.state.mine;
    const ways = role ? directions(this.state.legalOf(role)) : null;
    const move = ways?.get(/** @type {import('./directions.js').Arrow} */ (key));
    if (move) this.play(role, move.move);
    // Whoever runs against a wall does not mean the past.
    return ways !== null;
  }

  toggleOverlay() {
    this.overlay = !this.overlay;
    this.overlayBox.checked = this.overlay;
    remember('overlay', this.overlay);
    this.update();
  }

  /** Shows the board from the other side. */
  flip() {
    this.turned = !this.boards.isFlipped;
    this.update();
  }

  /** Looks at a position of the game. */
  seek(ply) {
    const { state } = this;
    if (ply < 0 || ply > state.table.ply) return;
    state.past = ply === state.table.ply ? null : ply;
    if (!state.position) this.send({ type: 'position', ply });
    if (state.analyzing) {
      this.send({ type: 'analyze', ply, seconds: ANALYSIS_SECONDS });
      this.watchAnalysis();
    }
    this.update();
  }

  analyze() {
    const { state } = this;
    if (state.analyzing) {
      this.stopAnalysis();
      return;
    }
    state.analyzing = true;
    this.send({ type: 'analyze', ply: state.ply, seconds: ANALYSIS_SECONDS });
    this.watchAnalysis();
    this.update();
  }

  stopAnalysis() {
    const { state } = this;
    state.analyzing = false;
    clearTimeout(this.analysis);
    this.send({ type: 'analyze', ply: state.ply, seconds: 0 });
    this.update();
  }

  /** Notices when the time of an analysis is over. */
  watchAnalysis() {
    clearTimeout(this.analysis);
    if (!this.state.analyzing) return;
    this.analysis = setTimeout(() => {
      this.state.analyzing = false;
      this.update();
    }, ANALYSIS_SECONDS * 1000);
  }

  async chosen(role, moves) {
    if (this.state.counting.length) {
      this.send({ type: 'mark', stone: moves[0].move });
      return;
    }
    const move = moves.length === 1 ? moves[0].move : await chooseMove(moves, role, this.state.roles);
    if (move) this.play(role, move);
    else this.boards.cancel();
  }

  play(role, move) {
    this.state.sent.set(role, move);
    this.send({ type: 'move', ply: this.state.table.ply, role, move });
    this.update();
  }

  /** Draws at most once in a frame, however many messages come. */
  update() {
    if (this.waiting || !this.boards) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { state } = this;
    this.drawBoards();
    this.plates.show(state);
    this.camera?.show();
    this.screen.show(state.table);
    this.clocks.set(state.table);
    this.status.textContent = this.statusText();
    this.status.classList.toggle('past', !state.isLive);
    this.actions.show();
    this.wishes.show(state);
    const silence = state.table.help ? undefined : t('off while people play');
    for (const [role, panel] of this.panels) panel.show(role ? state.thoughtsOf.get(role) ?? null : state.thoughts, state, silence);
    const values = this.review.values();
    if (state.thoughts?.ply === state.table.ply) values[state.table.ply] = state.thoughts.values;
    this.graph.show([...values], state.ply, state.table.ply);
    this.history.show(state.table, state.ply, this.review.judgements());
    this.review.show();
    this.settings.show(state);
  }

  drawBoards() {
    const { state } = this;
    const { position } = state;
    if (!position) return;
    const isFlipped = this.turned ?? state.isAtTop;
    if (isFlipped !== this.boards.isFlipped) {
      this.boards.flip(isFlipped);
      this.drawn = null;
    }
    if (position !== this.drawn) {
      const before = this.drawn?.ply === position.ply - 1 ? this.drawn : null;
      this.boards.show(position, before !== null, state.outsideFacts);
      if (before) sound.play(sound.soundOf(before, position));
      this.drawn = position;
      this.asked = null;
    }
    const role = state.counting[0] ?? state.mine[0] ?? null;
    if (role !== this.asked || !role) {
      const moves = (state.counting.length ? position.stones : role && state.legalOf(role)) || [];
      this.boards.ask(role, moves, !state.counting.length);
      if (role || state.table.over) this.moves.show(role, moves.filter(({ squares }) => !squares.length));
      else this.moves.rest();
      this.asked = role;
    }
    this.boards.think(this.overlay ? this.thoughtsOnBoard() : [], this.hintOnBoard(), this.overlay ? this.marksOnBoard() : []);
  }

  thoughtsOnBoard() {
    const { thoughts, ply } = this.state;
    if (thoughts?.ply !== ply || this.state.table.over) return [];
    const moves = ofRole(thoughts);
    const visits = Math.max(1, ...moves.map((move) => move.visits));
    return moves.map(({ role, move, value, visits: own }) =>
      ({ squares: this.state.squaresOf(role, move), value, share: own / visits }));
  }

  /** The squares that the last reason was about, until the next move. */
  marksOnBoard() {
    const { thoughts, ply } = this.state;
    return thoughts && ply - thoughts.ply <= 1 ? thoughts.marks ?? [] : [];
  }

  hintOnBoard() {
    const { hint, ply } = this.state;
    return hint?.ply === ply ? { squares: this.state.squaresOf(hint.role, hint.move) } : null;
  }

  /** @param {number[]} points */
  countText(points) {
    const { roles, counting, mayPlay } = this.state;
    const score = lead(points, roles, title);
    if (counting.length) return t('Mark the dead stones, then agree: {score}', { score });
    return mayPlay ? t('Waiting for the others to agree: {score}', { score }) : t('The dead stones are being marked: {score}', { score });
  }

  statusText() {
    const { state } = this;
    const { table } = state;
    if (!state.online) return t('Connection lost; trying again…');
    if (!state.isLive) return t('Position after move {move} of {last}: » brings you back', { move: state.ply, last: table.ply });
    if (table.over) return `${outcome({ points: state.tally, ...table.over }, state.roles, title)}.`;
    if (table.count) return this.countText(table.count.points);
    if (table.paused) return t('Paused');
    if (state.mine.length) return table.you.roles.length > 1 ? t('{role} to move', { role: title(state.mine[0]) }) : t('Your move');
    if (state.sent.size) return t('Waiting for the others…');
    const thinking = state.position?.choosing.map(title) ?? [];
    return thinking.length ? plural('{roles} to move…', '{roles} to move…', thinking.length, { roles: list(thinking) }) : '';
  }
}

/**
 * @param {string} move
 * @param {number|null} value
 */
function hintText(move, value) {
  return value === null ? t('Hint: {move}', { move }) : t('Hint: {move}, worth {value}', { move, value: Math.round(value) });
}
