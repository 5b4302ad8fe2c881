// Who sits where at a running table, how long engines think, and what can be taken away from it.

import * as api from './api.js';
import { button, h } from './dom.js';
import { plural, t } from './language.js';
import { addressOf } from './liberties.js';
import { has } from './link.js';
import { NameField } from './name-field.js';
import { complain } from './notice.js';
import { seatFields } from './seats.js';
import { share } from './share.js';

const ENGINES = {
  reference: t('Played on the rules themselves.'),
  quick: t('Played on the quick circuit.'),
  optimized: t('Played on the optimized circuit.'),
  dedicated: t('Played on its own machine.'),
};

/** What other programs read games as, by how the ids of these games begin. @type {[string, string[]][]} */
const FORMATS = [['engine:gomoku', ['sgf', 'psq']], ['engine:go', ['sgf']], ['engine:connect6', ['sgf']], ['engine:othello', ['ggf']], ['chess', ['pgn']]];

/** What a game can be written as, where somebody knows these formats. */
const formatsOf = (id) => (has.others && FORMATS.find(([start]) => id.startsWith(start))?.[1]) || [];

export class Settings {
  /** @param {import('./table.js').TablePage} page the table's page */
  constructor(page) {
    this.page = page;
    /** Who plays this game, once the server has told. */
    this.players = /** @type {string[]|null} */ (null);
    this.isRejected = false;
    this.seats = h('div.seat-list');
    this.name = new NameField(page.send);
    this.note = h('p.note');
    this.links = h('div.row');
    this.circuit = h('a.button', {}, t('Circuit'));
    this.liberties = h('a.button', {}, t('Liberties'));
    this.element = h('section.panel', { 'aria-label': t('Table') }, h('h2', {}, t('Table')), this.name.element, this.seats, this.note, this.links);
    this.key = null;
  }

  show({ table, roles, ply, position }) {
    this.name.show(table);
    this.circuit.href = `#/circuit/${table.game.id}?table=${table.table}&ply=${ply}`;
    if (position?.boards.length) this.liberties.href = addressOf(position.boards[0]);
    this.note.textContent = `${ENGINES[table.engine]} ${plural('{count} browser at the table.', '{count} browsers at the table.', table.watchers)}`;
    if (!this.links.children.length) this.fillLinks(table);
    const key = JSON.stringify([table.seats, table.you.host]);
    const isInUse = this.seats.contains(document.activeElement) && !this.isRejected;
    const { players } = this;
    if (!players || key === this.key || isInUse) return;
    this.key = key;
    this.isRejected = false;
    this.seats.replaceChildren(...(table.you.host ? table.seats : []).map((seat) =>
      seatFields(seat.role, roles, players, seat, (changed) => this.page.send({ type: 'seat', role: seat.role, ...changed }))));
  }

  /** Puts back what the server has, instead of what it did not take. */
  reject() {
    this.key = null;
    this.isRejected = true;
  }

  fillLinks({ table, game }) {
    api.game(game.id).then(({ players }) => {
      this.players = players;
      this.page.update();
    }, complain);
    this.circuit.hidden = game.kind !== 'rules';
    this.liberties.hidden = !game.id.startsWith('engine:go') || game.id.startsWith('engine:gomoku');
    this.links.append(
      ...(has.others ? [button(t('Share'), () => share(this.page.state.table))] : []),
      button(t('Record'), () => api.saveRecord(table, game.id)),
      ...formatsOf(game.id).map((format) => button(format.toUpperCase(), () => api.saveRecord(table, game.id, format), { title: t('The game for other programs') })),
      this.circuit,
      this.liberties,
      h('a.button', { href: `#/new/${game.id}` }, t('Other seats')));
  }
}
