// The patterns of the Gomoku machine: edit them, and see which one fires in a position.

import * as api from './api.js';
import { button, h, recall, remember, s } from './dom.js';
import { plural, t } from './language.js';
import { complain } from './notice.js';
import { PointKeys } from './point-keys.js';

const WIDTH = 16;
const SIDE = 5;
const LETTERS = ['.', 'b', 'B', 'X', 'O'];
const NAMES = { '.': t('anything'), b: t('empty'), B: t('empty, play here'), X: t('black'), O: t('white') };

export function show(view) {
  document.title = `${t('Patterns')} · Stonegate`;
  const page = new PatternPage(view);
  page.start().catch((error) => view.replaceChildren(h('p.empty', {}, error.message)));
}

class PatternPage {
  constructor(view) {
    this.board = recall('pattern-board', Array.from({ length: WIDTH }, () => '.'.repeat(WIDTH)));
    this.entries = [];
    this.list = h('ol.pattern-list', { 'aria-label': t('Patterns by priority') });
    this.note = h('p.note');
    this.problems = h('ul.pattern-problems');
    this.ground = s('svg.board.pattern-board', { viewBox: `0 0 ${WIDTH * 10} ${WIDTH * 10}`, role: 'grid', 'aria-label': t('Position') });
    this.keys = new PointKeys(this.ground, (x, y) => this.place(x, y));
    this.verdict = h('p.status', { 'aria-live': 'polite' });
    this.color = h('select', { 'aria-label': t('Color of the machine'), onchange: () => this.read() },
      h('option', { value: '' }, t('The machine plays White')), h('option', { value: 'black' }, t('The machine plays Black')));
    const file = h('input', { type: 'file', accept: '.txt', hidden: true, onchange: () => this.load(file.files?.[0]) });
    view.replaceChildren(h('div.patterns-page', {},
      h('header', {},
        h('h1', {}, t('Patterns of the Gomoku machine')),
        h('p.note', {}, t('The machine slides a 5 × 5 window over its board and plays where the first pattern says that fits. Click the squares of a pattern to change it, and the board to place stones.'))),
      h('section.pattern-file', {},
        h('div.row', {}, button(t('Open file'), () => file.click()), button(t('Save file'), () => this.save()),
          button(t('Shipped patterns'), () => this.start(true).catch(complain)), file),
        this.note, this.problems, this.list),
      h('section.pattern-trial', {},
        h('h2', {}, t('Which one fires?')),
        this.ground, this.verdict,
        h('div.row', {}, this.color, button(t('Clear the board'), () => this.clear())))));
  }

  /** Shows the file of the last visit, or the shipped one. */
  async start(afresh = false) {
    const text = afresh ? null : recall('patterns', null);
    this.take(text === null ? await api.patterns() : await api.readPatterns(text, this.board, this.isBlack));
    if (text === null) await this.read();
  }

  get isBlack() {
    return this.color.value === 'black';
  }

  /** The patterns as a file. */
  get text() {
    const entry = ({ comments, rows }) => [...comments.map((line) => `# ${line}`), ...rows].join('\n');
    return `${this.title.map((line) => `# ${line}\n`).join('')}${this.title.length ? '\n' : ''}${this.entries.map(entry).join('\n\n')}\n`;
  }

  async read() {
    remember('patterns', this.text);
    remember('pattern-board', this.board);
    try {
      this.take(await api.readPatterns(this.text, this.board, this.isBlack));
    } catch (error) {
      complain(error);
    }
  }

  /** Takes an answer of the server. A file with mistakes does not replace the patterns. */
  take({ text, errors, findings, entries, n_patterns: count, max_patterns: room, firing }) {
    this.problems.replaceChildren(...errors.map(({ line, message }) => h('li', {}, t('Line {line}: {message}', { line, message }))), ...findings.map((finding) => h('li', {}, finding)));
    if (errors.length) return;
    this.title = titleOf(text);
    this.entries = entries;
    this.firing = firing;
    this.note.textContent = plural('{count} pattern, {all} with its symmetries; there is room for {room}.', '{count} patterns, {all} with their symmetries; there is room for {room}.', entries.length, { all: count, room });
    this.draw();
  }

  async load(file) {
    if (!file) return;
    try {
      this.take(await api.readPatterns(await file.text(), this.board, this.isBlack));
      remember('patterns', this.text);
    } catch (error) {
      complain(error);
    }
  }

  save() {
    const link = h('a', { href: URL.createObjectURL(new Blob([this.text], { type: 'text/plain' })), download: 'patterns.txt' });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  clear() {
    this.board = this.board.map(() => '.'.repeat(WIDTH));
    this.read();
  }

  draw() {
    this.list.replaceChildren(...this.entries.map((entry, k) => this.drawEntry(entry, k)));
    this.drawBoard();
  }

  drawEntry(entry, k) {
    const fires = this.firing?.entry === k;
    return h('li', { class: fires ? 'fires' : null },
      h('div.pattern', { role: 'grid', 'aria-label': t('Pattern {number}', { number: k + 1 }) }, entry.rows.map((row, y) =>
        h('div.pattern-row', { role: 'row' }, [...row].map((letter, x) =>
          button(letter === '.' ? '' : letter, () => this.cycle(k, x, y), { class: `pattern-cell is-${kindOf(letter)}`, role: 'gridcell', 'aria-label': t('row {row}, column {column}: {content}', { row: y + 1, column: x + 1, content: NAMES[letter] }) }))))),
      h('div.pattern-text', {},
        h('strong', {}, `${k + 1}.`), ` ${entry.comments.join(' ')}`,
        h('div.row', {}, button('↑', () => this.move(k, -1), { 'aria-label': t('Raise its priority'), disabled: k === 0 }),
          button('↓', () => this.move(k, 1), { 'aria-label': t('Lower its priority'), disabled: k === this.entries.length - 1 }),
          button(t('Copy'), () => this.copy(k)), button(t('Remove'), () => this.remove(k), { disabled: this.entries.length === 1 }))));
  }

  /** Changes a square to the next letter. The square to play on wanders. */
  cycle(k, x, y) {
    const rows = this.entries[k].rows.map((row) => [...row]);
    const letter = rows[y][x];
    if (letter === 'B') return;
    const next = LETTERS[(LETTERS.indexOf(letter) + 1) % LETTERS.length];
    if (next === 'B') for (const row of rows) for (const at of row.keys()) if (row[at] === 'B') row[at] = 'b';
    rows[y][x] = next;
    this.entries[k] = { ...this.entries[k], rows: rows.map((row) => row.join('')) };
    this.read();
  }

  move(k, by) {
    const [entry] = this.entries.splice(k, 1);
    this.entries.splice(k + by, 0, entry);
    this.read();
  }

  copy(k) {
    this.entries.splice(k, 0, { ...this.entries[k] });
    this.read();
  }

  remove(k) {
    this.entries.splice(k, 1);
    this.read();
  }

  drawBoard() {
    const middle = (k) => k * 10 + 5;
    const lines = Array.from({ length: WIDTH }, (_, k) => [
      s('line.lines', { x1: 5, x2: WIDTH * 10 - 5, y1: middle(k), y2: middle(k) }),
      s('line.lines', { y1: 5, y2: WIDTH * 10 - 5, x1: middle(k), x2: middle(k) })]);
    const stones = this.board.map((row, y) => [...row].map((stone, x) => s('g.pattern-point', {
      tabindex: -1, 'data-x': x, 'data-y': y, role: 'gridcell', 'aria-label': `${x + 1}, ${WIDTH - y}: ${stone === '.' ? t('empty') : NAMES[stone]}`,
      onclick: () => this.place(x, y),
    }, s('rect', { x: x * 10, y: y * 10, width: 10, height: 10 }), stone === '.' ? null : s(`circle.is-${kindOf(stone)}`, { cx: middle(x), cy: middle(y), r: 4.3 }))));
    const { firing } = this;
    const marks = firing ? [
      s('rect.pattern-window', { x: firing.window[0] * 10, y: firing.window[1] * 10, width: SIDE * 10, height: SIDE * 10 }),
      s('circle.pattern-answer', { cx: middle(firing.point[0]), cy: middle(firing.point[1]), r: 3 })] : [];
    this.keys.draw([s('rect.light', { width: WIDTH * 10, height: WIDTH * 10 }), ...lines.flat()], stones, marks);
    this.verdict.textContent = firing
      ? t('Pattern {number} fires. The hardware takes {cycles} cycles.', { number: firing.entry + 1, cycles: firing.cycles })
      : t('No pattern fires.');
  }

  place(x, y) {
    const next = { '.': 'X', X: 'O', O: '.' }[this.board[y][x]];
    this.board[y] = this.board[y].slice(0, x) + next + this.board[y].slice(x + 1);
    this.read();
  }
}

/** The comments above the first blank line belong to the file. */
function titleOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.trim());
  const head = end < 0 ? [] : lines.slice(0, end);
  return head.every((line) => line.startsWith('#')) ? head.map((line) => line.replace(/^# ?/, '')) : [];
}

function kindOf(letter) {
  return { '.': 'any', b: 'empty', B: 'answer', X: 'black', O: 'white' }[letter];
}
