// Short messages at the edge of the screen.

import { h } from './dom.js';

const SHOWN_MS = 5_000;

/**
 * Shows a message for a few seconds.
 * @param {string} text
 * @param {'plain'|'error'} [kind]
 */
export function notice(text, kind = 'plain') {
  const element = h(`div.notice.${kind}`, {}, text);
  const list = document.getElementById('notices');
  list.append(element);
  while (list.children.length > 3) list.firstChild.remove();
  setTimeout(() => element.remove(), SHOWN_MS);
}

/** Shows what went wrong with a request. */
export function complain(error) {
  notice(error.message, 'error');
}
