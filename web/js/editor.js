// A text field for rules, with colors, line numbers and underlined mistakes.
// The text that is seen lies under a field whose own text is transparent.

import { h } from './dom.js';
import { t } from './language.js';
import { paint } from './syntax.js';

export class Editor {
  /**
   * @param {string} text
   * @param {(text: string) => void} changed
   */
  constructor(text, changed) {
    this.diagnostics = [];
    this.drawn = [];
    this.width = 0;
    this.gutter = h('div.gutter', { 'aria-hidden': 'true' });
    this.ink = h('pre.ink', { 'aria-hidden': 'true' });
    this.field = h('textarea', {
      spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': t('Rules'),
      placeholder: '(role white)\n(role black)\n…',
      oninput: () => {
        this.diagnostics = [];
        this.draw();
        changed(this.field.value);
      },
      onscroll: () => this.follow(),
    });
    this.element = h('div.editor', {}, this.gutter, h('div.paper', {}, this.ink, this.field));
    this.text = text;
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.diagnostics = [];
    this.draw();
  }

  /** Underlines what is wrong. */
  show(diagnostics) {
    this.diagnostics = diagnostics.filter(({ place }) => place);
    this.draw();
  }

  /** Puts the caret on a place and shows it. */
  jump([line, column, endLine, endColumn]) {
    const lines = this.text.split('\n');
    const offset = (row, col) => lines.slice(0, row - 1).reduce((sum, text) => sum + text.length + 1, 0) + col - 1;
    this.field.focus();
    this.field.setSelectionRange(offset(line, column), offset(endLine, endColumn));
    this.field.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.field).lineHeight);
    this.follow();
  }

  /**
   * Writes a text in the place of another, so that it can be undone.
   * @param {number} start
   * @param {number} end
   * @param {string} text
   */
  replace(start, end, text) {
    this.field.focus();
    this.field.setSelectionRange(start, end);
    // The only way to write that the browser can take back.
    const isDone = text ? document.execCommand('insertText', false, text) : start === end || document.execCommand('delete');
    if (isDone) return;
    this.field.setRangeText(text, start, end, 'end');
    this.field.dispatchEvent(new InputEvent('input'));
  }

  /**
   * Makes edits that do not overlap.
   * @param {Edit[]} edits
   */
  apply(edits) {
    for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start)) this.replace(start, end, text);
  }

  /**
   * Where a place of the text is on the screen.
   * @param {number} at
   */
  placeOf(at) {
    const before = this.text.slice(0, at);
    const row = before.split('\n').length - 1;
    const column = at - before.lastIndexOf('\n') - 1;
    const line = this.ink.children[row].getBoundingClientRect();
    return { left: line.left + column * this.columnWidth(), top: line.top, bottom: line.bottom };
  }

  /**
   * The place of the text at a point on the screen, if there is any text.
   * @param {number} x
   * @param {number} y
   * @returns {number|null}
   */
  offsetAt(x, y) {
    const lines = this.text.split('\n');
    const first = this.ink.children[0].getBoundingClientRect();
    const row = Math.floor((y - first.top) / first.height);
    const column = Math.floor((x - first.left) / this.columnWidth());
    if (row < 0 || row >= lines.length || column < 0 || column >= lines[row].length) return null;
    return lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0) + column;
  }

  /** All columns are equally wide. */
  columnWidth() {
    if (!this.width) {
      const probe = h('span', {}, '0'.repeat(100));
      this.ink.append(probe);
      this.width = probe.getBoundingClientRect().width / 100;
      probe.remove();
    }
    return this.width;
  }

  /** Draws the lines that differ from what is drawn. */
  draw() {
    const lines = this.text.split('\n');
    lines.forEach((line, k) => {
      const marks = this.marksOf(k + 1, line);
      const key = `${line}\n${JSON.stringify(marks)}`;
      if (this.drawn[k] === key) return;
      this.drawn[k] = key;
      if (!this.ink.children[k]) {
        this.ink.append(h('div'));
        this.gutter.append(h('div', {}, k + 1));
      }
      this.ink.children[k].replaceChildren(...paint(line, marks), '\u200b');
      this.gutter.children[k].className = marks[0]?.kind ?? '';
    });
    while (this.drawn.length > lines.length) {
      this.drawn.pop();
      this.ink.lastChild?.remove();
      this.gutter.lastChild?.remove();
    }
    this.follow();
  }

  /** The underlined columns of a line; an empty place gets one column. */
  marksOf(number, line) {
    return this.diagnostics.filter(({ place }) => place[0] <= number && number <= place[2]).map(({ severity, place }) => {
      const start = Math.min(place[0] === number ? place[1] - 1 : 0, Math.max(0, line.length - 1));
      const end = place[2] === number ? place[3] - 1 : line.length;
      return { start, end: Math.max(end, start + 1), kind: severity };
    });
  }

  follow() {
    this.ink.style.transform = `translate(${-this.field.scrollLeft}px, ${-this.field.scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-this.field.scrollTop}px)`;
  }
}
