// The language of the page. The code has its texts in English, and `languages/` a dictionary for each other language.
//
// What the rules and the server say stays as it is: names of games, roles and moves, terms, descriptions of sheets,
// errors and diagnostics.

import { recall, remember } from './dom.js';

/** @typedef {Record<string, string | Record<string, string>>} Dictionary */
/** @typedef {Record<string, string | number>} Values */

/** The languages, as they call themselves. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' };

const wanted = [recall('language', ''), ...navigator.languages.map(baseOf)];

export let language = wanted.find((name) => Object.hasOwn(LANGUAGES, name)) ?? 'en';

/** Texts by what they are in English; a text about a number has a form for each kind of number. @type {Dictionary} */
let dictionary = {};

// Whoever imports this file waits, so that a text can be a constant.
if (language !== 'en') {
  try {
    ({ default: dictionary } = await import(`./languages/${language}.js`));
  } catch {
    language = 'en';
  }
}
document.documentElement.lang = language;

/** How numbers and times are written: as where the reader lives, if the language is spoken there. */
const home = new Intl.NumberFormat().resolvedOptions().locale;
const locale = baseOf(home) === language ? home : language;
const kinds = new Intl.PluralRules(language);
const lists = new Intl.ListFormat(locale);

/** @param {string} tag such as `de-CH` */
function baseOf(tag) {
  return tag.split('-')[0];
}

/** Has the page speak another language. */
export function speak(name) {
  remember('language', name);
  location.reload();
}

/**
 * A text in the language of the page. A test wants every text in every dictionary.
 * @param {string} text in English
 * @param {Values} [values] what to write for `{name}`
 * @returns {string}
 */
export function t(text, values = {}) {
  return fill(/** @type {string} */ (dictionary[text] ?? text), values);
}

/**
 * A text about a number of things, which is `{count}`.
 * @param {string} one the text about one thing, which dictionaries have
 * @param {string} many the text about others
 * @param {number} count
 * @param {Values} [values]
 */
export function plural(one, many, count, values) {
  const forms = /** @type {Record<string, string>} */ (dictionary[one] ?? { one, other: many });
  return fill(forms[kinds.select(count)] ?? forms.other, { count, ...values });
}

/** @param {string} text @param {Values} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? number(values[name]) : values[name]));
}

/**
 * A number as people write it.
 * @param {number} value
 * @param {number} [digits] behind the point
 */
export function number(value, digits) {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Names side by side. @param {string[]} names */
export const list = (names) => lists.format(names);

/** A time, given in milliseconds. @param {number} time */
export const date = (time) => new Date(time).toLocaleString(locale);
