// The games that were played: found, replayed, shared and taken away.

import * as api from './api.js';
import { button, h } from './dom.js';
import { date, plural, t } from './language.js';
import { complain } from './notice.js';
import { recordButton } from './open.js';
import { playerName } from './seats.js';
import { shortcut } from './shortcuts.js';

/** How long after the last letter is searched, in milliseconds. */
const DELAY = 200;

export function show(view, query) {
  document.title = `${t('Archive')} · Stonegate`;
  const search = h('input', { type: 'search', value: query.get('search') ?? '', placeholder: t('Game, player or table'), 'aria-label': t('Search the archive'), autocomplete: 'off' });
  const state = h('select', { 'aria-label': t('Which games') },
    [['', t('all games')], ['over', t('finished')], ['left', t('not finished')]].map(([value, label]) => h('option', { value, selected: value === query.get('state') }, label)));
  const note = h('p.note', { 'aria-live': 'polite' });
  const list = h('ul.archive-list');
  const more = button(t('More'), () => fill(list.children.length), { hidden: true });
  view.append(h('section.archive', {},
    h('h1', {}, t('Archive')),
    h('p.note', {}, t('Every game in which a move was made is kept, finished or not. Open one to step through it, have it reviewed, or play on from any position.')),
    h('div.row', {}, search, state, recordButton()), note, list, more));
  let asked = 0;
  const fill = async (skip) => {
    const number = ++asked;
    try {
      const { games, total } = await api.archive(search.value, state.value, skip);
      if (number !== asked) return;
      if (!skip) list.replaceChildren();
      list.append(...games.map(entry));
      const isAll = !search.value && !state.value;
      note.textContent = total ? plural('{count} game', '{count} games', total) : isAll ? t('No game has been played yet.') : t('No game matches.');
      more.hidden = list.children.length >= total;
    } catch (error) {
      complain(error);
    }
  };
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => fill(0), DELAY);
  });
  state.addEventListener('change', () => fill(0));
  shortcut('/', t('Search'), () => search.focus());
  fill(0);
  return () => clearTimeout(timer);
}

/** @param {ArchivedGame} game */
function entry({ table, game, title, ply, over, goals, seats, names, touched }) {
  const result = !over ? t('not finished') : goals?.some((goal) => goal !== null) ? goals.map((goal) => goal ?? '–').join(' : ') : t('finished');
  return h('li', {},
    h('a', { href: `#/table/${table}` },
      h('strong', {}, title),
      h('span', {}, seats.map((player, k) => playerName({ player, name: names[k] ?? undefined })).join(' – ')),
      h('span', {}, `${plural('{count} move', '{count} moves', ply)}, ${result}`),
      h('time', { datetime: new Date(touched).toISOString() }, date(touched))),
    button(t('Record'), () => api.saveRecord(table, game), { 'aria-label': t('Record of {game}', { game: title }) }));
}
