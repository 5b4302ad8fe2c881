// The start of the page: what is the same in all views.

import { byId, remember } from './dom.js';
import { start } from './router.js';
import { globalShortcut, listenToShortcuts, showShortcuts } from './shortcuts.js';

function switchScheme() {
  const root = document.documentElement;
  const dark = root.dataset.scheme
    ? root.dataset.scheme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.scheme = dark ? 'light' : 'dark';
  remember('scheme', root.dataset.scheme);
}

byId('scheme-button').addEventListener('click', switchScheme);
byId('shortcuts-button').addEventListener('click', showShortcuts);
globalShortcut('?', 'This list', showShortcuts);
globalShortcut('d', 'Light or dark', switchScheme);
listenToShortcuts();
start();
