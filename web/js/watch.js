// Engine against engine: a game, and a setting for each side.

import * as api from './api.js';
import { h } from './dom.js';
import { t } from './language.js';
import { hasLevels } from './levels.js';
import { seatForm } from './new.js';
import { go } from './router.js';
import { CHANCE } from './terms.js';
import { thumbnail } from './thumbnail.js';

/** A tournament of the best engine of a game against its own level 6, as the terminal plays it. */
const TOURNAMENT = [
  'stonegate tournament --game {game}',
  '--player {player}',
  '--player {player}:level=6',
  '--play 1 --opening 2 --rounds 20',
  '--live 127.0.0.1:7421',
].join(' \\\n  ');

export function show(view, query, id) {
  document.title = `${t('Watch')} · Stonegate`;
  view.append(h('p.empty', {}, t('Looking for games…')));
  build(view, id).catch((error) => view.replaceChildren(h('p.empty', {}, error.message)));
}

async function build(view, id) {
  const games = await api.games();
  const chosen = (id ? { id } : null)
    ?? games.find((game) => game.id === 'connect-four') ?? games[0];
  const game = await api.game(chosen.id);
  const engines = game.players.filter((player) => player !== 'human');
  const select = h('select', { 'aria-label': t('Game'), onchange: () => go(`/watch/${select.value}`) },
    games.map((other) => h('option', { value: other.id, selected: other.id === game.id }, other.kind === 'engine' ? t('{game} (engine)', { game: other.title }) : other.title)));
  const seats = game.roles.map((role, k) => (role === CHANCE ? { player: 'random' } : { player: game.player, seconds: k === 0 ? 0.5 : 1 }));
  view.replaceChildren(h('div.setup', {},
    h('div', {},
      h('h1', {}, t('Engine against engine')),
      h('p.note', {}, t('Give each side its engine and its time, and compare what they think of the same game.')),
      h('label.field', {}, h('span', {}, t('Game')), select),
      thumbnail(game.boards, game.title, game.roles)),
    h('div', {}, seatForm({ ...game, players: engines }, seats, t('Start')), tournament(game))));
}

/** How many games are played, for games of two that the terminal knows as well. */
function tournament({ id, roles, player }) {
  if (roles.filter((role) => role !== CHANCE).length !== 2 || !hasLevels(player) || id.startsWith('sheet-')) return null;
  const command = TOURNAMENT.replace('{game}', id.replace(/^engine:/, '')).replaceAll('{player}', player);
  return h('section.panel.tournament', { 'aria-label': t('Tournament') }, h('h2', {}, t('Tournament')),
    h('p.note', {}, t('The terminal plays tournaments of many games, with ratings and all boards in the browser as they are played:')),
    h('pre', { tabindex: 0, 'aria-label': t('Command') }, command));
}
