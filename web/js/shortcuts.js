// Keyboard shortcuts: one list for what happens and for what `?` shows.

import { button, byId, h } from './dom.js';
import { t } from './language.js';

/** @type {{key: string, label: string, action: () => void, isListed: () => boolean, everywhere: boolean}[]} */
let shortcuts = [];

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': t('Space'), Home: t('Home'), End: t('End') };

/** Keys that elements deal with themselves, for the list only. */
const ALWAYS = [
  ['← ↑ → ↓', t('On the board: to the next square that you can play')],
  [t('Enter'), t('On the board: choose the square')],
  [t('Esc'), t('Take a chosen square back')],
];

/** Adds a key of the current view, as `KeyboardEvent.key` names it. It is listed while it is of use. */
export function shortcut(key, label, action, isListed = () => true) {
  shortcuts.push({ key, label, action, isListed, everywhere: false });
}

/** Adds a key that works in all views. */
export function globalShortcut(key, label, action) {
  shortcuts.push({ key, label, action, isListed: () => true, everywhere: true });
}

/** Forgets the keys of the view that is being left. */
export function clearShortcuts() {
  shortcuts = shortcuts.filter((entry) => entry.everywhere);
}

export function listenToShortcuts() {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.matches('input:not([type=range]), textarea, select, dialog *')) return;
    if (target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
    const entry = shortcuts.find(({ key }) => key === event.key);
    if (!entry) return;
    event.preventDefault();
    entry.action();
  });
}

export function showShortcuts() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('shortcuts'));
  const rows = [...shortcuts.filter(({ isListed }) => isListed()).map(({ key, label }) => [NAMES[key] ?? key, label]), ...ALWAYS];
  dialog.replaceChildren(
    h('h2', { id: 'shortcuts-title' }, t('Keyboard')),
    h('dl.keys', {}, rows.map(([key, label]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, label)))),
    h('div.row.end', {}, button(t('Close'), () => dialog.close(), { autofocus: true })),
  );
  dialog.showModal();
}
