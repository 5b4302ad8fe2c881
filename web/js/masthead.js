// The head of the page, which is the same in all views.

import { button, byId, h, remember, s } from './dom.js';
import { LANGUAGES, language, speak, t } from './language.js';
import { globalShortcut, showShortcuts } from './shortcuts.js';

const SECTIONS = [
  ['games', '#/', t('Games')],
  ['watch', '#/watch', t('Watch')],
  ['archive', '#/archive', t('Archive')],
  ['rules', '#/rules', t('Your rules')],
];

/** @param {string[][]} sections */
export function drawMasthead(sections = SECTIONS) {
  document.body.prepend(h('a.skip', { href: '#view' }, t('Skip to the content')));
  byId('masthead').append(
    h('nav', { 'aria-label': t('Main') }, sections.map(([section, href, label]) => h('a', { href, 'data-section': section }, label))),
    h('div.masthead-tools', {}, languageField(),
      button('?', showShortcuts, { class: 'icon keys-button', 'aria-label': t('Keyboard shortcuts'), title: `${t('Keyboard shortcuts')} (?)` }),
      button(s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('circle', { cx: 10, cy: 10, r: 6.5 }), s('path.half', { d: 'M10 3.5a6.5 6.5 0 0 1 0 13z' })),
        switchScheme, { class: 'icon', 'aria-label': t('Switch between light and dark'), title: `${t('Light or dark')} (d)` })));
  globalShortcut('?', t('This list'), showShortcuts);
  globalShortcut('d', t('Light or dark'), switchScheme);
}

/** The choice of a language: its name, or a globe where there is little room. */
function languageField() {
  const select = h('select', { 'aria-label': t('Language'), title: t('Language'), onchange: () => speak(select.value) },
    Object.entries(LANGUAGES).map(([name, title]) => h('option', { value: name, lang: name, selected: name === language }, title)));
  return h('span.language', {},
    s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('circle', { cx: 10, cy: 10, r: 7 }), s('path', { d: 'M3 10h14M10 3q-6 7 0 14q6-7 0-14' })), select);
}

function switchScheme() {
  const root = document.documentElement;
  const dark = root.dataset.scheme
    ? root.dataset.scheme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.scheme = dark ? 'light' : 'dark';
  remember('scheme', root.dataset.scheme);
}
