// Links to a table: for each seat that a person may take, and for those who watch.

import { openDialog } from './dialog.js';
import { button, h } from './dom.js';
import { seatTokens } from './keys.js';
import { notice } from './notice.js';
import { title } from './terms.js';

/** Shows the links. */
export function share({ table, seats }) {
  const tokens = seatTokens(table) ?? [];
  const links = seats.flatMap(({ role, player, chair }) => (player === 'human' && tokens[chair] ? [[`Play ${title(role)}`, address(table, tokens[chair])]] : []));
  links.push(['Watch', address(table)]);
  return openDialog('Share this table', (close) => [
    h('p.note', {}, 'Who has the link to a seat can play on it. Others on your network reach this server only if it was started with --host.'),
    h('ul.links', {}, links.map(([label, link]) => h('li', {}, h('span', {}, label),
      h('input', { type: 'text', value: link, readonly: true, 'aria-label': `Link: ${label}`, onfocus: (event) => event.target.select() }),
      button('Copy', () => copy(link))))),
    h('div.row.end', {}, button('Close', () => close(null))),
  ]);
}

function address(table, token) {
  return `${location.origin}/#/table/${table}${token ? `?token=${token}` : ''}`;
}

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    notice('The link is in the clipboard.');
  } catch {
    notice('The browser does not let the page copy; select the link instead.', 'error');
  }
}
