// Windows over the page that want an answer.

import { button, h } from './dom.js';
import { t } from './language.js';

/**
 * Shows a dialog until it is closed.
 * @param {string} heading
 * @param {(close: (answer: any) => void) => Array} content makes what is below the heading
 * @returns {Promise<any>} the answer, or null if there was none
 */
export function openDialog(heading, content) {
  return new Promise((resolve) => {
    let answer = null;
    const dialog = h('dialog', { 'aria-label': heading, onclose: () => {
      dialog.remove();
      resolve(answer);
    } });
    const close = (given) => {
      answer = given;
      dialog.close();
    };
    dialog.append(h('h2', {}, heading), ...content(close));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for a line of text; null if there is none. */
export function askText(question, text, label) {
  const field = h('input', { type: 'text', value: text, 'aria-label': question, autofocus: true, maxlength: 60 });
  return openDialog(question, (close) => [
    h('form', { onsubmit: (event) => { event.preventDefault(); close(field.value.trim() || null); } }, field,
      h('div.row.end', {}, button(t('Cancel'), () => close(null)), h('button.primary', { type: 'submit' }, label))),
  ]);
}

/** Asks before something that cannot be taken back. */
export function confirmed(question, label) {
  return openDialog(question, (close) => [
    h('div.row.end', {}, button(t('Cancel'), () => close(false)), button(label, () => close(true), { class: 'primary', autofocus: true })),
  ]);
}
