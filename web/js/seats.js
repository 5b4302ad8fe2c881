// Who sits where: the form for the seats of a table, and the names of players.

import { h, s } from './dom.js';
import { colorsOf } from './colors.js';
import { number, t } from './language.js';
import { LEVELS, description, hasLevels, parts } from './levels.js';
import { CHANCE, title } from './terms.js';

const SHORTEST = 0.1;
const LONGEST = 60;

/**
 * @param {{roles: string[], player: string}} game
 * @returns {Seat[]} you on the first seat, the engine of the game with a second for each move on the others
 */
export function defaultSeats({ roles, player }) {
  const yours = roles.find((role) => role !== CHANCE);
  return roles.map((role) => {
    if (role === yours) return { player: 'human' };
    return role === CHANCE ? { player: 'random' } : { player, seconds: 1 };
  });
}

/**
 * A player in words: `mcts, 1 s`, or `mcts, Casual`. What engines are called is no text of the page.
 * @param {Seat} seat
 */
export function playerName({ player, seconds, name: called }) {
  if (player === 'human') return called ?? t('a person');
  const { name, level, settings } = parts(player);
  // How long it may think hardly matters to whoever thinks little.
  if (level < LEVELS.length) return `${description({ name, level: LEVELS.length, settings })}, ${LEVELS[level - 1]}`;
  return player === 'random' || !seconds ? player : `${player}, ${secondsText(seconds)}`;
}

export function secondsText(seconds) {
  return `${seconds < 1 ? number(seconds, 1) : number(Number(seconds.toPrecision(2)))} s`;
}

/** The sign of a role: a disc in its color. */
export function roleSign(role, roles) {
  const { fill, line } = colorsOf(role, roles);
  return s('svg.role-sign', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('circle', { cx: 10, cy: 10, r: 8, fill, stroke: line }));
}

/**
 * The fields for one seat.
 * @param {string} role
 * @param {string[]} roles
 * @param {string[]} players what may sit there
 * @param {Seat} seat
 * @param {(seat: Seat) => void} changed
 */
export function seatFields(role, roles, players, seat, changed) {
  const { name, level, settings } = parts(seat.player);
  const select = h('select', { 'aria-label': t('Player for {role}', { role }) }, [...new Set([...players, name])].map((player) =>
    h('option', { value: player, selected: player === name }, player === 'human' ? t('person') : player)));
  const options = h('input.settings', {
    type: 'text', value: settings, placeholder: t('settings'), spellcheck: 'false', autocomplete: 'off',
    title: t('Settings as in `stonegate match`, for example c=0.7,playouts=4'), 'aria-label': t('Settings of the engine for {role}', { role }),
  });
  const levels = h('select', { 'aria-label': t('Level of the engine for {role}', { role }) }, LEVELS.map((title, k) =>
    h('option', { value: String(k + 1), selected: k + 1 === level }, `${k + 1} ${title}`)));
  const time = timeSlider(seat.seconds ?? 1, t('Seconds per move for {role}', { role }), () => report());
  const hide = () => {
    options.hidden = select.value === 'human' || select.value === 'random';
    time.element.hidden = options.hidden;
    levels.hidden = !hasLevels(select.value);
  };
  const report = () => {
    hide();
    const engine = select.value !== 'human';
    const player = engine ? description({ name: select.value, level: Number(levels.value), settings: options.value.trim() }) : 'human';
    changed(engine ? { player, seconds: time.seconds() } : { player });
  };
  for (const field of [select, levels, options]) field.addEventListener('change', report);
  hide();
  return h('fieldset.seat-fields', {}, h('legend', {}, roleSign(role, roles), title(role)), select, levels, options, time.element);
}

/** A slider for seconds, fine for short times and coarse for long ones. */
export function timeSlider(seconds, label, changed) {
  const input = h('input', { type: 'range', min: 0, max: 100, step: 1, value: toSlider(seconds), 'aria-label': label });
  const output = h('output', {}, secondsText(seconds));
  const value = () => Number((SHORTEST * (LONGEST / SHORTEST) ** (input.valueAsNumber / 100)).toPrecision(2));
  input.addEventListener('input', () => { output.textContent = secondsText(value()); });
  input.addEventListener('change', () => changed(value()));
  const set = (next) => {
    if (document.activeElement === input) return;
    input.value = String(toSlider(next));
    output.textContent = secondsText(next);
  };
  return { element: h('label.time', {}, input, output), seconds: value, set };
}

function toSlider(seconds) {
  return Math.round((100 * Math.log(seconds / SHORTEST)) / Math.log(LONGEST / SHORTEST));
}
