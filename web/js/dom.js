// Building elements: `h` for HTML, `s` for SVG.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an HTML element.
 * @param {string} tag a tag, perhaps with classes: `p.note`
 * @param {Object<string, any>} [props] attributes; functions named `onclick` and the like listen
 * @param {...(Node|string|null|undefined|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  return fill(document.createElement(name), classes, props, children);
}

/** Makes an SVG element; the parameters are those of `h`. */
export function s(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  return fill(document.createElementNS(SVG, name), classes, props, children);
}

function fill(element, classes, props, children) {
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button with a label; `props` as in `h`. */
export function button(label, onclick, props) {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** Text in which `words between backticks` are code. */
export function prose(text) {
  return text.split('`').map((part, k) => (k % 2 ? h('code', {}, part) : part));
}

/** Whether the reader asked for no motion. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Saves a value for the next visit. */
export function remember(key, value) {
  localStorage.setItem(`stonegate.${key}`, JSON.stringify(value));
}

/** What was saved by `remember`, or the fallback. */
export function recall(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`stonegate.${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
}
