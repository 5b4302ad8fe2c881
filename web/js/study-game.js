// A game of a tournament, while it is played or afterwards, to be stepped through.

import * as api from './api.js';
import { Boards } from './boards.js';
import { button, h } from './dom.js';
import { History } from './history.js';
import { list, plural, t } from './language.js';
import { Plates } from './plates.js';
import { shortcut } from './shortcuts.js';
import { Socket, tablePath } from './socket.js';
import * as sound from './sound.js';
import { TableState, outcome } from './table-state.js';
import { title } from './terms.js';

export function show(view, query, id) {
  const page = new GamePage(view, id);
  return () => page.close();
}

class GamePage {
  /** @type {Boards|null} */
  boards = null;
  /** @type {Plates} */
  plates;
  /** @type {History} */
  history;
  /** @type {Position|null} */
  drawn = null;

  constructor(view, id) {
    this.view = view;
    this.id = id;
    this.state = new TableState();
    this.status = h('p.status', { 'aria-live': 'polite' });
    view.append(h('p.empty', {}, t('Opening the game…')));
    this.socket = new Socket(tablePath(id, null), {
      message: (message) => this.receive(/** @type {FromServer} */ (message)),
      state: (online) => this.connected(online),
    });
  }

  close() {
    this.socket.close();
  }

  connected(online) {
    this.state.online = online;
    if (!online && !this.boards) {
      this.view.replaceChildren(h('p.empty', {}, t('There is no such game, or the tournament was ended.'), ' ', h('a', { href: '#/' }, t('Back to the tournament'))));
    }
    this.draw();
  }

  /** @param {FromServer} message */
  receive(message) {
    if (message.type === 'table') {
      this.state.setTable(message);
      if (!this.boards) this.build();
    }
    if (message.type === 'position') this.state.setPosition(message.position);
    this.draw();
  }

  build() {
    const { roles, table } = this.state;
    document.title = `${table.game.title} ${this.id} · Stonegate`;
    this.boards = new Boards(roles, () => {}, () => false);
    this.plates = new Plates(roles);
    this.history = new History((ply) => this.seek(ply));
    this.view.className = 'table-page';
    this.view.replaceChildren(
      h('section.stage', { 'aria-label': table.game.title },
        h('div.stage-head', {}, h('h1', {}, `${table.game.title} ${this.id}`),
          button(t('Flip'), () => this.flip(), { title: `${t('Turn the board around')} (x)`, 'aria-keyshortcuts': 'x', class: 'plain' }),
          h('div.options', {}, h('a', { href: '#/' }, t('Back to the tournament')))),
        this.plates.element, this.boards.element, this.status),
      h('aside.side', {}, this.history.element,
        h('div.row', {}, button(t('Record'), () => api.saveRecord(this.id, table.game.title)))));
    shortcut('ArrowLeft', t('One move back'), () => this.seek(this.state.ply - 1));
    shortcut('ArrowRight', t('One move on'), () => this.seek(this.state.ply + 1));
    shortcut('Home', t('First position'), () => this.seek(0));
    shortcut('End', t('Last position'), () => this.seek(this.state.table.ply));
    shortcut('x', t('Turn the board around'), () => this.flip());
  }

  flip() {
    if (!this.boards) return;
    this.boards.flip(!this.boards.isFlipped);
    this.drawn = null;
    this.draw();
  }

  /** Looks at a position of the game. */
  seek(ply) {
    const { state } = this;
    if (ply < 0 || ply > state.table.ply) return;
    state.past = ply === state.table.ply ? null : ply;
    if (!state.position) this.socket.send({ type: 'position', ply });
    this.draw();
  }

  draw() {
    const { state, boards } = this;
    if (!boards) return;
    const { position, table } = state;
    if (position && position !== this.drawn) {
      const before = this.drawn?.ply === position.ply - 1 ? this.drawn : null;
      boards.show(position, before !== null, state.outsideFacts);
      boards.ask(null, [], true);
      if (before && state.isLive && !table.over) sound.play(sound.soundOf(before, position));
      this.drawn = position;
    }
    this.plates.show(state);
    this.history.show(table, state.ply, new Map());
    this.status.textContent = this.statusText();
    this.status.classList.toggle('past', !state.isLive);
  }

  statusText() {
    const { state } = this;
    const { table } = state;
    if (!state.isLive) return t('Position after move {move} of {last}: » brings you back', { move: state.ply, last: table.ply });
    if (table.over) return `${outcome({ points: state.tally, ...table.over }, state.roles, title)}.`;
    if (!state.online) return t('Connection lost; trying again…');
    const thinking = state.position?.choosing.map(title) ?? [];
    return thinking.length ? plural('{roles} to move…', '{roles} to move…', thinking.length, { roles: list(thinking) }) : '';
  }
}
