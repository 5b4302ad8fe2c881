// A new table: who sits where.

import * as api from './api.js';
import { button, h } from './dom.js';
import { openTable } from './open.js';
import { defaultSeats, seatFields } from './seats.js';
import { thumbnail } from './thumbnail.js';

export function show(view, query, id) {
  view.append(h('p.empty', {}, 'Opening the game…'));
  api.game(id).then((game) => build(view, game), (error) => {
    view.replaceChildren(h('p.empty', {}, error.message));
  });
}

function build(view, game) {
  document.title = `${game.title} · Stonegate`;
  view.replaceChildren(h('div.setup', {},
    h('div', {}, h('h1', {}, game.title), h('p.note', {}, game.about), thumbnail(game.boards, game.title, game.roles)),
    seatForm(game, defaultSeats(game.roles), 'Open the table')));
}

/** The form for all seats of a game, and a button that opens the table. */
export function seatForm(game, seats, label) {
  const open = button(label, async () => {
    open.disabled = true;
    await openTable(game, seats);
    open.disabled = false;
  }, { class: 'primary', autofocus: true });
  return h('form.seat-form', { onsubmit: (event) => event.preventDefault() },
    game.roles.map((role, k) => seatFields(role, game.roles, game.players, seats[k], (seat) => { seats[k] = seat; })),
    h('div.row.end', {}, open));
}
