// The text of the rules, line by line, which knows what relation each line belongs to.

import { h } from './dom.js';
import { t } from './language.js';
import { paint } from './syntax.js';

export class Sheet {
  /**
   * @param {string} text
   * @param {{name: string, rules: Place[]}[]} relations
   * @param {{point: (relation: string|null) => void, choose: (relation: string) => void}} listeners
   */
  constructor(text, relations, listeners) {
    this.relations = new Map(relations.map(({ name, rules }) => [name, rules]));
    this.lines = text.split('\n').map((line) => h('div', {}, ...paint(line), '\u200b'));
    for (const [name, rules] of this.relations) {
      for (const [first, , last] of rules) {
        for (const line of this.lines.slice(first - 1, last)) {
          line.className = 'of-rule';
          line.addEventListener('pointerenter', () => listeners.point(name));
          line.addEventListener('pointerleave', () => listeners.point(null));
          line.addEventListener('click', () => listeners.choose(name));
        }
      }
    }
    this.element = h('pre.sheet', { tabindex: 0, 'aria-label': t('Rules') }, this.lines);
  }

  /** Lights up all rules of a relation. */
  highlight(relation) {
    this.light('lit', this.relations.get(relation) ?? []);
  }

  /** Lights up one rule, and shows it. */
  point(rule) {
    this.light('pointed', rule ? [rule] : []);
    if (rule) this.reveal(rule);
  }

  /** Scrolls to the first rule of a relation. */
  go(relation) {
    const [rule] = this.relations.get(relation) ?? [];
    if (rule) this.reveal(rule);
  }

  light(name, rules) {
    for (const line of this.lines) line.classList.remove(name);
    for (const [first, , last] of rules) for (const line of this.lines.slice(first - 1, last)) line.classList.add(name);
  }

  /** @param {Place} rule */
  reveal([first]) {
    const top = this.lines[first - 1].offsetTop - this.element.offsetTop;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top > scrollTop + clientHeight - 60) this.element.scrollTop = top - 60;
  }
}
