// Bring your own rules: a sheet, what is wrong with it, what became of it, and a way to play it.

import * as api from './api.js';
import { assistant } from './assistant.js';
import { button, h, prose, recall, remember } from './dom.js';
import { EditorHelp } from './editor-help.js';
import { Editor } from './editor.js';
import { keepSheet } from './keys.js';
import { plural, t } from './language.js';
import { complain, messageOf } from './notice.js';
import { quickStart } from './open.js';
import { OwnSheets } from './own-sheets.js';
import { go } from './router.js';
import { statistics } from './statistics.js';
import { thumbnail } from './thumbnail.js';

const WAIT_MS = 350;
const MAX_BYTES = 2_000_000;

export function show(view, query, id) {
  document.title = `${t('Your rules')} · Stonegate`;
  const page = new RulesPage();
  view.append(page.element);
  if (id) api.game(id).then(({ rules }) => page.load(rules), complain);
  return () => clearTimeout(page.timer);
}

class RulesPage {
  constructor() {
    this.result = h('section.result', { 'aria-live': 'polite' });
    this.sheets = new OwnSheets((id) => go(`/rules/${id}`));
    this.editor = new Editor(recall('draft', ''), (text) => this.later(text));
    new EditorHelp(this.editor, assistant);
    this.examples = h('select', { 'aria-label': t('Start from a game'), onchange: () => this.example() }, h('option', { value: '' }, t('Start from…')));
    const file = h('input', { type: 'file', accept: '.kif,.gdl,.txt,.hrf,.pl', hidden: true, onchange: () => this.open(file.files?.[0]) });
    const drop = h('div.drop', {
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        if (event.dataTransfer.files[0]) this.open(event.dataTransfer.files[0]);
      },
    }, this.editor.element);
    this.element = h('div.workshop', {},
      h('div.workshop-head', {},
        h('div', {}, h('h1', {}, t('Your rules')), h('p.note', {}, t('Paste a rule sheet in GDL, as KIF or in infix syntax, or drop a file on the page.'))),
        h('div.row', {}, this.examples, button(t('Open a file'), () => file.click()), file, button(t('Format'), () => this.format()))),
      drop, h('div.workshop-side', {}, this.result, this.sheets.element));
    this.fillExamples().catch(complain);
    this.read();
  }

  async fillExamples() {
    const games = await api.games();
    this.examples.append(...games.filter(({ kind }) => kind === 'rules').map(({ id, title }) => h('option', { value: id }, title)));
  }

  async example() {
    const id = this.examples.value;
    this.examples.value = '';
    if (id) await api.game(id).then(({ rules }) => this.load(rules), complain);
  }

  async open(file) {
    if (!file) return;
    if (file.size > MAX_BYTES) complain(new Error(t('This file is too large for a rule sheet.')));
    else this.load(await file.text());
  }

  /** Gives the sheet a tidy layout. */
  async format() {
    const { text } = this.editor;
    try {
      const tidy = await assistant.format(text);
      if (tidy === null) complain(new Error(t('A sheet with syntax errors cannot be formatted.')));
      else if (tidy !== text && text === this.editor.text) this.editor.replace(0, text.length, tidy);
    } catch (error) {
      complain(error);
    }
  }

  load(text) {
    this.editor.text = text;
    this.later(text);
  }

  later(text) {
    remember('draft', text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), WAIT_MS);
  }

  async read() {
    const { text } = this.editor;
    if (!text.trim()) {
      this.result.replaceChildren(h('p.note', {}, t('Mistakes will be drawn into the text as you write.')));
      return;
    }
    this.result.setAttribute('aria-busy', 'true');
    try {
      const answer = await api.readRules(text);
      if (text !== this.editor.text) return;
      this.editor.show(answer.diagnostics);
      this.result.replaceChildren(...this.report(answer));
      if (answer.diagnostics.length) await this.offerFixes(text);
    } catch (error) {
      this.result.replaceChildren(h('p.problem', {}, messageOf(error)));
    } finally {
      this.result.removeAttribute('aria-busy');
    }
  }

  report({ diagnostics, game, problem, verdict }) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    const parts = [];
    if (verdict === 'ready') parts.push(this.playable(game));
    if (verdict === 'errors') parts.push(this.doubtful(game, errors));
    if (problem) parts.push(h('p.problem', {}, ...prose(problem)));
    if (diagnostics.length) {
      const warnings = diagnostics.length - errors;
      const counts = [errors ? plural('{count} error', '{count} errors', errors) : null, warnings ? plural('{count} warning', '{count} warnings', warnings) : null].filter(Boolean);
      parts.push(h('h2', {}, counts.join(', ')), h('ol.diagnostics', {}, diagnostics.map((diagnostic) => this.diagnostic(diagnostic))));
    }
    return parts;
  }

  diagnostic({ severity, code, message, help, place }) {
    return h(`li.${severity}`, {},
      button(t('line {line}', { line: place[0] }), () => this.editor.jump(place), { class: 'plain' }),
      h('div', {}, h('p', {}, ...prose(message)), help ? h('p.note', {}, ...prose(help)) : null, h('code.note', {}, code)));
  }

  /** Puts a button for each fix below what it mends. */
  async offerFixes(text) {
    const found = await assistant.fixes(text);
    if (text !== this.editor.text) return;
    const rows = this.result.querySelectorAll('.diagnostics li');
    found.forEach((fixes, k) => {
      const buttons = fixes.map(({ title, edits }) => button(prose(title), () => this.editor.apply(edits)));
      if (buttons.length) rows[k]?.append(h('div.row.fixes', {}, buttons));
    });
  }

  /** Keeps the sheet as a game, and does something with it. */
  async keep(use, insist = false) {
    try {
      const { game, key } = await api.keepRules(this.editor.text, insist);
      if (!game) return;
      if (key) keepSheet(game.id, key);
      await use(game);
    } catch (error) {
      complain(error);
    }
  }

  /** A sheet that the machine can play although it breaks the rules of the language. */
  doubtful(game, errors) {
    return h('div.doubtful.panel', {},
      h('h2', {}, t('Not ready to play'), h('span.note', {}, plural('{count} error', '{count} errors', errors))),
      h('p', {}, t('The machine can follow these rules as far as they go, but a sheet with errors may not play the game that you mean.')),
      h('div.row', {}, button(t('Play it anyway'), () => this.keep(quickStart, true))));
  }

  playable(game) {
    const numbers = h('div.numbers', {}, h('p.note', {}, t('Compiling…')));
    api.circuit(game.id).then(
      (circuit) => numbers.replaceChildren(statistics(circuit)),
      (error) => numbers.replaceChildren(h('p.problem', {}, messageOf(error))));
    return h('div.playable.panel', {},
      h('h2', {}, t('Ready to play'), h('span.note', {}, plural('{count} role', '{count} roles', game.roles.length))),
      thumbnail(game.boards, game.title, game.roles),
      h('div.row', {},
        button(t('Play it'), () => this.keep(quickStart), { class: 'primary' }),
        button(t('Seats'), () => this.keep(({ id }) => go(`/new/${id}`))),
        h('a.button', { href: `#/circuit/${game.id}` }, t('Circuit'))),
      numbers);
  }
}
