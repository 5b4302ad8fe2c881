// The first view: all games, and the tables that are open.

import * as api from './api.js';
import { button, h, recall } from './dom.js';
import { ownSheets } from './keys.js';
import { plural, t } from './language.js';
import { complain } from './notice.js';
import { quickStart, recordButton } from './open.js';
import { shortcut } from './shortcuts.js';
import { CHANCE } from './terms.js';
import { thumbnail } from './thumbnail.js';

const PLACEHOLDERS = 12;
const TABLES = 6;

export function show(view) {
  document.title = 'Stonegate';
  const search = h('input', { type: 'search', placeholder: t('Search games'), 'aria-label': t('Search games'), autocomplete: 'off' });
  const open = h('ul');
  const list = h('ul.cards', { 'aria-busy': 'true' }, Array.from({ length: PLACEHOLDERS }, () => h('li.card.placeholder')));
  view.append(
    h('section.hero', {},
      h('div', {},
        h('h1', {}, t('Rules in, a player out')),
        h('p', {}, t('A sheet of rules becomes a circuit that plays hundreds of games at once; some games have a machine of their own. Pick one and play.'))),
      h('div.row', {}, search, h('a.button', { href: '#/rules' }, t('Bring your own rules')))),
    h('section.tables', { 'aria-label': t('Open tables') }, h('h2', {}, t('Open tables')), open, recordButton()),
    list);
  shortcut('/', t('Search'), () => search.focus());
  fillGames(list, search).catch((error) => {
    list.replaceChildren(h('li.empty', {}, error.message));
  });
  fillTables(open).catch(complain);
}

async function fillGames(list, search) {
  const games = await api.games();
  // A rule sheet and a machine may have the same title: then both say what they are.
  const machines = new Set(games.filter(({ kind }) => kind === 'engine').map(({ title }) => title));
  const own = ownSheets();
  const cards = games.map((game) => ({ element: card(game, machines, own), text: `${game.title} ${game.id} ${game.about}`.toLowerCase() }));
  const none = h('li.empty', {}, t('No game matches.'));
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = cards.filter(({ text }) => words.every((word) => text.includes(word)));
    list.replaceChildren(...(found.length ? found.map(({ element }) => element) : [none]));
  };
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('.card-play')?.click();
  });
  filter();
  list.removeAttribute('aria-busy');
}

function card(game, machines, own) {
  const sheet = game.kind === 'rules';
  const kind = sheet ? (machines.has(game.title) ? t('rule sheet') : null) : t('own machine');
  return h('li.card', {},
    button([
      thumbnail(game.boards, game.title, game.roles),
      h('span.card-title', {}, game.title, kind && h('span.kind', {}, kind), game.errors ? h('span.kind.alarming', {}, t('with errors')) : null),
      h('span.card-about', {}, game.about),
    ], () => quickStart(game), { class: 'card-play', 'data-game': game.id }),
    h('div.card-links', {},
      h('span', {}, plural('{count} player', '{count} players', game.roles.filter((role) => role !== CHANCE).length)),
      h('div', {},
        h('a', { href: `#/new/${game.id}`, 'aria-label': t('Seats for {game}', { game: game.title }) }, t('Seats')),
        h('a', { href: `#/watch/${game.id}`, 'aria-label': t('Watch engines play {game}', { game: game.title }) }, t('Watch')),
        own[game.id] ? h('a', { href: `#/rules/${game.id}`, 'aria-label': t('Edit {game}', { game: game.title }) }, t('Edit')) : null,
        game.player === 'gomoku' ? h('a', { href: '#/patterns' }, t('Patterns')) : null,
        sheet ? h('a', { href: `#/circuit/${game.id}`, 'aria-label': t('Circuit of {game}', { game: game.title }) }, t('Circuit')) : null)));
}

async function fillTables(list) {
  const mine = recall('tables', {});
  // A table at which nothing has happened is of interest to whoever opened it.
  const running = (await api.tables()).filter(({ over, ply, table }) => !over && (ply > 0 || mine[table]));
  const tables = running.toSorted((a, b) => Number(Boolean(mine[b.table])) - Number(Boolean(mine[a.table]))).slice(0, TABLES);
  if (!tables.length) list.append(h('li.note', {}, t('none yet; pick a game')));
  list.append(...tables.map((table) =>
    h('li', {}, h('a', { href: `#/table/${table.table}` },
      h('strong', {}, table.title),
      h('span', {}, table.seats.map((player) => (player === 'human' ? t('person') : player.split(':')[0])).join(' – ')),
      h('span', {}, t('move {move}', { move: table.ply + 1 })),
      mine[table.table] ? h('span.tag.mine', {}, t('rejoin')) : h('span.tag', {}, t('watch'))))));
}
