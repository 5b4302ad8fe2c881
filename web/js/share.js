// Links to a table: for each seat that a person may take, and for those who watch.

import * as api from './api.js';
import { openDialog } from './dialog.js';
import { button, h, s } from './dom.js';
import { seatTokens } from './keys.js';
import { t } from './language.js';
import { complain, notice } from './notice.js';
import { title } from './terms.js';

/** Names of the machine itself, which mean another one to others. */
const ITSELF = ['localhost', '127.0.0.1', '[::1]'];

/** Around a code, as many of its squares stay light. */
const MARGIN = 4;

/** Shows the links. */
export async function share({ table, seats }) {
  const isOnlyHere = ITSELF.includes(location.hostname);
  const outside = isOnlyHere ? (await api.network().catch(() => null))?.origin ?? null : location.origin;
  const address = (token) => `${outside ?? location.origin}/#/table/${table}${token ? `?token=${token}` : ''}`;
  const tokens = seatTokens(table) ?? [];
  const links = seats.flatMap(({ role, player, chair }) => (player === 'human' && tokens[chair] ? [[t('Play {role}', { role: title(role) }), address(tokens[chair])]] : []));
  links.push([t('Watch'), address(null)]);
  const code = h('div.code', { 'aria-live': 'polite' });
  return openDialog(t('Share this table'), (close) => [
    h('p.note', {}, t('Who has the link to a seat can play on it.'),
      outside ? null : ` ${t('Others reach this server only if it was started with --host 0.0.0.0.')}`),
    h('ul.links', {}, links.map(([label, link]) => h('li', {}, h('span', {}, label),
      h('input', { type: 'text', value: link, readonly: true, 'aria-label': t('Link: {label}', { label }), onfocus: (event) => event.target.select() }),
      button(t('Copy'), () => copy(link)),
      button(t('Code'), () => showCode(code, label, link), { title: t('A code that phones read') })))),
    code,
    h('div.row.end', {}, button(t('Close'), () => close(null))),
  ]);
}

/** Draws a link for the camera of a phone. */
async function showCode(place, label, link) {
  const answer = await api.code(link).catch(complain);
  if (!answer) return;
  const { rows } = answer;
  const size = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) => [...row].flatMap((square, x) => (square === '#' ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])));
  place.replaceChildren(
    s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('{label}: the link as a code', { label }) },
      s('rect', { width: size, height: size, fill: '#fff' }), s('path', { d: dark.join(''), fill: '#000' })),
    h('p.note', {}, label));
}

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    notice(t('The link is in the clipboard.'));
  } catch {
    notice(t('The browser does not let the page copy; select the link instead.'), 'error');
  }
}
