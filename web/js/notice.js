// Short messages at the edge of the screen.

import { byId, h } from './dom.js';

const SHOWN_MS = 5_000;

/**
 * Shows a message for a few seconds.
 * @param {string} text
 * @param {'plain'|'error'} [kind]
 */
export function notice(text, kind = 'plain') {
  const element = h(`div.notice.${kind}`, {}, text);
  const list = byId('notices');
  if (list.querySelector('.lasting')?.textContent === text) return;
  list.append(element);
  while (list.children.length > 3) list.querySelector(':not(.lasting)')?.remove();
  setTimeout(() => element.remove(), SHOWN_MS);
}

/**
 * Shows a message for as long as something lasts; null takes it away.
 * @param {string|null} text
 */
export function lasting(text) {
  const list = byId('notices');
  const shown = list.querySelector('.lasting');
  if (shown?.textContent === text) return;
  shown?.remove();
  if (text) list.append(h('div.notice.error.lasting', { role: 'alert' }, text));
}

/**
 * Shows what went wrong with a request.
 * @param {unknown} error
 */
export function complain(error) {
  notice(messageOf(error), 'error');
}

/**
 * What went wrong, in words.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
