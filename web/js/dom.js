// Building elements: `h` for HTML, `s` for SVG.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an HTML element.
 * @template {string} T
 * @param {T} tag a tag, perhaps with classes: `p.note`
 * @param {Record<string, any>} [props] attributes; functions named `onclick` and the like listen
 * @param {Children} children
 * @returns {HtmlOf<T>}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  return fill(/** @type {HtmlOf<T>} */ (document.createElement(name)), classes, props, children);
}

/**
 * Makes an SVG element; the parameters are those of `h`.
 * @template {string} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {Children} children
 * @returns {SvgOf<T>}
 */
export function s(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  return fill(/** @type {SvgOf<T>} */ (document.createElementNS(SVG, name)), classes, props, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {string[]} classes
 * @param {Record<string, any> | undefined} props
 * @param {Children} children
 * @returns {E}
 */
function fill(element, classes, props, children) {
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  const shown = children.flat(2).filter((child) => child !== null && child !== undefined);
  element.append(.../** @type {(Node|string)[]} */ (shown));
  return element;
}

/**
 * A button with a label; `props` as in `h`.
 * @param {Child|Child[]} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(label, onclick, props) {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/**
 * Text in which `words between backticks` are code.
 * @param {string} text
 */
export function prose(text) {
  return text.split('`').map((part, k) => (k % 2 ? h('code', {}, part) : part));
}

/**
 * An element that index.html has.
 * @param {string} id
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Whether the reader asked for no motion. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** What the browser did not let the page save: it is known until the page is closed. @type {Map<string, string>} */
const unsaved = new Map();

/**
 * Saves a value for the next visit.
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`stonegate.${key}`, text);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, text);
  }
}

/**
 * What was saved by `remember`, or the fallback.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function recall(key, fallback) {
  try {
    return JSON.parse(unsaved.get(key) ?? localStorage.getItem(`stonegate.${key}`) ?? 'null') ?? fallback;
  } catch {
    return fallback;
  }
}
