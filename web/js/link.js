// The way to whoever answers the page: a server. A page without one has another file of this name,
// `site/js/link.js`, and all else in common.

import { t } from './language.js';

/** What there is only with a server. */
export const has = { others: true };

/** What helps where browsers give no camera. */
export const SECURE = t('Open this page on the same machine, or start the server with stonegate serve --tls and use its https address.');

/** What to say when nobody answers. */
export const SILENCE = t('The server does not answer. Is `stonegate serve` still running?');

/**
 * Asks; fails if nobody answers.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ok: boolean, status: number, body: any}>}
 */
export async function ask(method, path, body) {
  const response = await fetch(`api/${path}`, body === undefined ? { method } : {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, status: response.status, body: await response.json().catch(() => null) };
}

/**
 * Opens a socket.
 * @param {string} path
 * @returns {WebSocket}
 */
export function open(path) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/${path}`);
}

/**
 * Saves an answer as a file.
 * @param {string} path
 * @param {string} name
 */
export async function save(path, name) {
  const link = document.createElement('a');
  link.href = `api/${path}`;
  link.download = name;
  link.click();
}
