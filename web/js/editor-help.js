// Help beside the text of an editor: what a name is, and what could be written.

import { h, prose } from './dom.js';
import { t } from './language.js';

const HOVER_MS = 350;
const COMPLETE_MS = 120;

/** A large sheet is not sent at every letter: there completions come when they are asked for. */
const MAX_AUTOMATIC = 100_000;

/** What begins or continues a word. */
const WORD = /[\w?(|'+-]/;

export class EditorHelp {
  /**
   * @param {import('./editor.js').Editor} editor
   * @param {Assistant} assistant
   */
  constructor(editor, assistant) {
    this.editor = editor;
    this.assistant = assistant;
    /** @type {Completion[]} */
    this.items = [];
    this.chosen = 0;
    this.asked = 0;
    this.note = h('div.tip', { role: 'tooltip', hidden: true });
    this.list = h('ul.completions', { role: 'listbox', id: 'completions', 'aria-label': t('Completions'), hidden: true });
    editor.element.append(this.note, this.list);
    const { field } = editor;
    field.setAttribute('aria-controls', 'completions');
    field.addEventListener('pointermove', (event) => this.hoverLater(event));
    field.addEventListener('pointerleave', () => this.hideNote());
    field.addEventListener('scroll', () => {
      this.hideNote();
      if (!this.list.hidden) this.show(this.list, this.items[0].start);
    });
    field.addEventListener('blur', () => this.close());
    field.addEventListener('keydown', (event) => this.key(event));
    field.addEventListener('input', (event) => this.typed(/** @type {InputEvent} */ (event)));
    field.addEventListener('click', () => this.hideList());
  }

  close() {
    this.hideNote();
    this.hideList();
  }

  hideNote() {
    clearTimeout(this.hoverTimer);
    this.note.hidden = true;
  }

  hideList() {
    clearTimeout(this.completeTimer);
    this.asked++;
    this.list.hidden = true;
    this.items = [];
    this.editor.field.removeAttribute('aria-activedescendant');
  }

  /** @param {PointerEvent} event */
  hoverLater(event) {
    this.hideNote();
    if (event.buttons) return;
    const at = this.editor.offsetAt(event.clientX, event.clientY);
    if (at === null) return;
    this.hoverTimer = setTimeout(() => this.hover(at), HOVER_MS);
  }

  /**
   * Tells what stands somewhere.
   * @param {number} at
   */
  async hover(at) {
    const { text } = this.editor;
    const found = await this.assistant.hover(text, at).catch(() => null);
    if (!found || text !== this.editor.text) return;
    this.note.replaceChildren(...found.text.split('\n\n').map((part) => h('p', {}, ...prose(part))));
    this.show(this.note, found.start);
  }

  /** @param {InputEvent} event */
  typed(event) {
    this.hideNote();
    // What is pasted or mended is no typing.
    const isLetter = event.inputType === 'insertText' && event.data?.length === 1 && WORD.test(event.data);
    const goesOn = isLetter || (event.inputType === 'deleteContentBackward' && !this.list.hidden);
    this.hideList();
    if (!goesOn || this.editor.text.length > MAX_AUTOMATIC) return;
    this.completeTimer = setTimeout(() => this.complete(), COMPLETE_MS);
  }

  /** Shows what could be written at the caret. */
  async complete() {
    const number = ++this.asked;
    const { text, field } = this.editor;
    const at = field.selectionStart;
    if (at !== field.selectionEnd) return;
    const items = await this.assistant.completions(text, at).catch(() => []);
    if (number !== this.asked || text !== this.editor.text || at !== field.selectionStart) return;
    const word = (item) => text.slice(item.start, item.end);
    this.items = items.filter((item) => item.label !== word(item));
    if (!this.items.length) return this.hideList();
    this.list.replaceChildren(...this.items.map((item, k) => h('li', {
      role: 'option', id: `completion-${k}`,
      onpointerdown: (event) => {
        event.preventDefault();
        this.accept(item);
      },
    }, h('code', {}, item.label), h('span.note', {}, item.detail))));
    this.choose(0);
    this.show(this.list, this.items[0].start);
  }

  /** @param {number} number */
  choose(number) {
    this.chosen = (number + this.items.length) % this.items.length;
    [...this.list.children].forEach((row, k) => row.setAttribute('aria-selected', String(k === this.chosen)));
    this.list.children[this.chosen].scrollIntoView({ block: 'nearest' });
    this.editor.field.setAttribute('aria-activedescendant', `completion-${this.chosen}`);
  }

  /** @param {Completion} item */
  accept({ start, label }) {
    this.editor.replace(start, this.editor.field.selectionStart, label);
    this.hideList();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      this.complete();
    } else if (event.altKey && event.key === 'Enter') {
      event.preventDefault();
      this.hover(this.editor.field.selectionStart);
    } else if (event.key === 'Escape' && !(this.note.hidden && this.list.hidden)) {
      event.preventDefault();
      this.close();
    } else if (!this.list.hidden) {
      this.keyInList(event);
    }
  }

  /** @param {KeyboardEvent} event */
  keyInList(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) this.choose(this.chosen + steps[event.key]);
    else if (event.key === 'Enter' || event.key === 'Tab') this.accept(this.items[this.chosen]);
    else return;
    event.preventDefault();
  }

  /**
   * Shows something below a place of the text, or above it where there is no room.
   * @param {HTMLElement} box
   * @param {number} at
   */
  show(box, at) {
    const place = this.editor.placeOf(at);
    const frame = this.editor.element.getBoundingClientRect();
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const below = place.bottom - frame.top + 2;
    const above = place.top - frame.top - height - 2;
    box.style.left = `${Math.max(4, Math.min(place.left - frame.left, frame.width - width - 8))}px`;
    box.style.top = `${below + height > frame.height && above > 0 ? above : below}px`;
  }
}
