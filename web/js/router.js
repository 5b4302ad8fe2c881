// Which view the address asks for. Addresses are behind `#`, so that tokens in links stay in the browser.

import { byId, h } from './dom.js';
import { t } from './language.js';
import { clearShortcuts } from './shortcuts.js';

/**
 * A route: its pattern, its section in the menu, its styles, and the module whose `show` draws it.
 * @typedef {[RegExp, string, string[], () => Promise<{show: (view: HTMLElement, query: URLSearchParams, ...parameters: any[]) => (() => void)|void}>]} Route
 */

/** @type {Route[]} */
const ARENA = [
  [/^\/$/, 'games', [], () => import('./home.js')],
  [/^\/new\/([^/]+)$/, 'games', ['setup'], () => import('./new.js')],
  [/^\/table\/([^/]+)$/, 'games', ['table', 'camera'], () => import('./table.js')],
  [/^\/archive$/, 'archive', ['archive'], () => import('./archive.js')],
  [/^\/rules(?:\/([^/]+))?$/, 'rules', ['rules', 'syntax'], () => import('./rules.js')],
  [/^\/circuit\/([^/]+)$/, 'games', ['circuit', 'syntax'], () => import('./circuit.js')],
  [/^\/liberties$/, 'games', ['liberties'], () => import('./liberties.js')],
  [/^\/patterns$/, 'games', ['patterns'], () => import('./patterns.js')],
  [/^\/watch(?:\/([^/]+))?$/, 'watch', ['setup'], () => import('./watch.js')],
];

/** @type {(() => void)|null} */
let leave = null;
let visit = 0;

/** @type {Route[]} */
let routes = [];

/** Draws the view of the address, and again whenever it changes. */
export function start(known = ARENA) {
  routes = known;
  addEventListener('hashchange', show);
  show();
}

export function go(address) {
  location.hash = address;
}

async function show() {
  if (location.hash === '#view') return;
  const number = ++visit;
  const [path, query] = location.hash.replace(/^#/, '').split('?');
  const found = find(path || '/');
  const view = byId('view');
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('nav a'))) {
    if (link.dataset.section === found?.route[1]) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (!found) {
    clear(view);
    document.title = `${t('Not found')} · Stonegate`;
    view.replaceChildren(h('h1.empty', {}, t('There is nothing here.')), h('p.empty', {}, h('a', { href: '#/' }, t('Back to the games'))));
    return;
  }
  const { route, match } = found;
  const [module] = await Promise.all([route[3](), ...route[2].map(loadStyle)]);
  if (number !== visit) return;
  const parameters = match.slice(1).map((part) => part && decodeURIComponent(part));
  clear(view);
  leave = module.show(view, new URLSearchParams(query), ...parameters) ?? null;
}

/** Takes the old view away. */
function clear(view) {
  leave?.();
  leave = null;
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll('dialog[open]'))) dialog.close();
  clearShortcuts();
  view.replaceChildren();
  view.className = '';
  scrollTo(0, 0);
}

/** Loads a style sheet, once. */
function loadStyle(name) {
  const href = `style/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((resolve) => {
    document.head.append(h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve }));
  });
}

/** @param {string} path */
function find(path) {
  for (const route of routes) {
    const match = route[0].exec(path);
    if (match) return { route, match };
  }
  return null;
}
