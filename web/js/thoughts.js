// What an engine thinks, in numbers: candidate moves as bars, the line it expects, and how fast it is.

import { colorsOf, valueColor } from './colors.js';
import { h } from './dom.js';
import { number, plural, t } from './language.js';
import { short, title } from './terms.js';

const BARS = 8;
const LINE = 8;

export class ThoughtsPanel {
  /**
   * @param {string} heading
   * @param {boolean} ofOne whether it shows the thoughts of one role only
   */
  constructor(heading, ofOne) {
    this.ofOne = ofOne;
    this.note = h('span.note');
    this.bars = Array.from({ length: BARS }, makeBar);
    this.reason = h('p.reason');
    this.line = h('ol.line', { 'aria-label': t('Expected moves') });
    this.stats = h('dl.stats');
    this.element = h('section.panel.thoughts', { 'aria-label': heading },
      h('h2', {}, heading, this.note),
      h('ol.bars', {}, this.bars.map(({ element }) => element)),
      this.reason,
      this.line,
      this.stats);
    this.show(null, null);
  }

  /**
   * @param {Thoughts|null} thoughts a message of the server
   * @param {import('./table-state.js').TableState|null} state
   * @param {string} [silence] what to say where there are no thoughts
   */
  show(thoughts, state, silence = t('no engine has thought yet')) {
    this.element.classList.toggle('idle', !thoughts);
    this.note.textContent = thoughts ? caption(thoughts, this.ofOne ? null : thoughts.role) : silence;
    const moves = thoughts ? ofRole(thoughts) : [];
    const visits = Math.max(1, ...moves.map((move) => move.visits));
    this.bars.forEach((bar, k) => showBar(bar, moves[k] && { ...moves[k], ply: thoughts?.ply }, visits, state));
    this.reason.textContent = thoughts?.reason ?? '';
    this.line.replaceChildren(...(thoughts?.names ?? []).slice(0, LINE).map((name, k) => h('li', { title: thoughts?.line[k].join(', ') }, name)));
    this.stats.replaceChildren(...numbers(thoughts).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value ? short(value) : '–'))));
  }
}

/**
 * How much was thought. Engines count different things, and none counts all of them.
 * @param {Thoughts|null} thoughts
 * @returns {[string, number][]}
 */
function numbers(thoughts) {
  const { states = 0, playouts = 0, iterations = 0, depth = 0, nodes = 0, seconds = 0 } = thoughts ?? {};
  const [unit, pace, count] = !states && playouts ? [t('playouts'), t('playouts/s'), playouts] : [t('states'), t('states/s'), states];
  return [
    [pace, seconds > 0 ? count / seconds : 0],
    iterations || !count ? [t('iterations'), iterations] : [unit, count],
    [t('depth'), depth],
    [t('nodes'), nodes],
  ];
}

/**
 * The candidates of the role that thinks, or of all in an analysis, the most visited first.
 * @param {Thoughts} thoughts
 */
export function ofRole({ moves, role, for: reason }) {
  const own = reason === 'analysis' ? moves : moves.filter((move) => move.role === role);
  return (own.length ? own : moves).toSorted((a, b) => b.visits - a.visits);
}

/**
 * @param {Thoughts} thoughts
 * @param {string|null} role who thinks, where that is to be said
 */
function caption({ for: reason, ply, seconds }, role) {
  const values = { move: ply + 1, seconds: number(seconds, 1) };
  if (reason === 'hint') return t('Hint, move {move}, {seconds} s', values);
  if (reason === 'analysis') return t('Analysis, move {move}, {seconds} s', values);
  return role ? t('{role}, move {move}, {seconds} s', { role: title(role), ...values }) : t('move {move}, {seconds} s', values);
}

function makeBar() {
  const name = h('span.bar-name');
  const amount = h('span.bar-amount');
  const value = h('span.bar-value');
  return { name, amount, value, element: h('li', {}, name, h('span.bar-track', {}, amount), value) };
}

function showBar(bar, move, visits, state) {
  bar.element.classList.toggle('blank', !move);
  bar.name.textContent = move ? state.nameOf(move.role, move.move, move.ply) : '';
  bar.value.textContent = move ? valueText(move) : '';
  bar.amount.style.width = move ? `${move.value}%` : '0';
  if (!move) return;
  bar.amount.style.background = valueColor(move.value);
  bar.amount.style.opacity = 0.35 + 0.65 * Math.sqrt(move.visits / visits);
  bar.element.style.borderLeftColor = colorsOf(move.role, state.roles).line;
  bar.element.title = plural('{move}: {count} visit', '{move}: {count} visits', move.visits, { move: move.move });
}

function valueText({ value, proven }) {
  return proven === null || proven === undefined ? number(value, 1) : `${proven} ✓`;
}
