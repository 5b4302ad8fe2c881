// What a person wants to be called, at this table and at the next ones.

import { h, recall, remember } from './dom.js';
import { t } from './language.js';

const MAX_LENGTH = 40;

export class NameField {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.isTold = false;
    this.input = h('input', { type: 'text', maxlength: MAX_LENGTH, value: recall('name', ''), placeholder: t('a person'), onchange: () => this.tell() });
    this.element = h('label.field', {}, h('span', {}, t('Your name')), this.input);
  }

  tell() {
    const name = this.input.value.trim();
    remember('name', name);
    this.send({ type: 'name', name });
  }

  /**
   * Tells the name of an earlier visit to a table that has none.
   * @param {Table} table
   */
  show({ seats, you }) {
    const own = seats.filter(({ role, player }) => player === 'human' && you.roles.includes(role));
    this.element.hidden = !own.length;
    if (this.isTold || !own.length) return;
    this.isTold = true;
    if (own.some(({ name }) => !name) && this.input.value) this.tell();
  }
}
