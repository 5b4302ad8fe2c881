// A new table: who sits where.

import * as api from './api.js';
import { clockField } from './clocks.js';
import { button, h } from './dom.js';
import { goFields, parseGo } from './go-setup.js';
import { t } from './language.js';
import { openTable } from './open.js';
import { go } from './router.js';
import { defaultSeats, seatFields } from './seats.js';
import { thumbnail } from './thumbnail.js';

export function show(view, query, id) {
  view.append(h('p.empty', {}, t('Opening the game…')));
  api.game(id).then((game) => build(view, game), (error) => {
    view.replaceChildren(h('p.empty', {}, error.message));
  });
}

function build(view, game) {
  document.title = `${game.title} · Stonegate`;
  const picture = h('div', {}, thumbnail(game.boards, game.title, game.roles));
  const change = async (id) => {
    game.id = id;
    const { boards } = await api.game(id).catch(() => game);
    if (game.id === id) picture.replaceChildren(thumbnail(boards, game.title, game.roles));
  };
  view.replaceChildren(h('div.setup', {},
    h('div', {}, h('h1', {}, game.title), h('p.note', {}, game.about), variantField(game), goFields(game.id, change), picture),
    seatForm(game, defaultSeats(game), t('Open the table'))));
}

/** The choice of board size and rules, for games that have one. */
function variantField({ id, variants = [] }) {
  if (variants.length < 2) return null;
  const board = parseGo(id)?.board;
  const plain = board ? `engine:${board}` : id;
  const select = h('select', { 'aria-label': t('Board and rules'), onchange: () => go(`/new/${select.value}`) },
    variants.map((variant) => h('option', { value: variant.id, selected: variant.id === plain }, variant.title)));
  return h('label.field', {}, h('span', {}, t('Board')), select);
}

/** The form for all seats of a game, and a button that opens the table. */
export function seatForm(game, seats, label) {
  /** @type {TimeControl|null} */
  let clock = null;
  const open = button(label, async () => {
    open.disabled = true;
    await openTable(game, seats, clock);
    open.disabled = false;
  }, { class: 'primary', autofocus: true });
  return h('form.seat-form', { onsubmit: (event) => event.preventDefault() },
    game.roles.map((role, k) => seatFields(role, game.roles, game.players, seats[k], (seat) => { seats[k] = seat; })),
    game.players.includes('human') ? clockField((chosen) => { clock = chosen; }) : null,
    h('div.row.end', {}, open));
}
