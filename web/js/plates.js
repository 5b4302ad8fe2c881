// The name plates over the board: who plays what, whose turn it is, and what the engine gives them.

import { h } from './dom.js';
import { t } from './language.js';
import { playerName, roleSign } from './seats.js';
import { title } from './terms.js';

export class Plates {
  constructor(roles) {
    this.plates = roles.map((role) => {
      const player = h('span.plate-player');
      const clock = h('span.plate-clock', { 'aria-label': t('Clock of {role}', { role: title(role) }) });
      const value = h('span.plate-value', { title: t('What the engine expects this side to get, from 0 to 100') });
      const count = h('span.plate-count', { title: t('Pieces on the board') });
      const names = h('span.plate-names', {}, h('strong', {}, title(role)), player, value);
      const element = h('li.plate', {}, roleSign(role, roles), names, clock, count);
      return { role, player, clock, value, count, element };
    });
    this.element = h('ul.plates', { 'aria-label': t('Seats') }, this.plates.map(({ element }) => element));
  }

  /** Where the clocks are written. */
  get clockFaces() {
    return this.plates.map(({ clock }) => clock);
  }

  /** @param {import('./table-state.js').TableState} state */
  show(state) {
    const { table, position } = state;
    const goals = table.over && state.isLive ? table.over.goals : null;
    const values = valuesAt(state);
    const counts = state.tally;
    this.plates.forEach((plate, k) => {
      const you = table.you.roles.includes(plate.role);
      const seat = table.seats[k];
      plate.player.textContent = !you ? playerName(seat) : seat.name ? t('{name} (you)', { name: seat.name }) : t('you');
      plate.value.textContent = goals ? resultText(goals, k) : expectation(values?.[k]);
      plate.count.textContent = counts ? counts[k] : '';
      plate.element.classList.toggle('turn', !goals && (position?.choosing.includes(plate.role) ?? false));
      plate.element.classList.toggle('winner', isWinner(goals, k));
    });
  }
}

function expectation(value) {
  return value === undefined || value === null ? '' : t('expects {value} of 100', { value: Math.round(value) });
}

/** What a side got, in words where they say it all. */
function resultText(goals, k) {
  if (goals[k] === null) return '';
  if (goals.length > 1 && goals.every((goal) => goal === goals[0])) return t('draw');
  if (goals.length > 1 && goals.every((goal) => goal === 0 || goal === 100)) return goals[k] ? t('won') : t('lost');
  return t('{value} of 100', { value: goals[k] });
}

/** What an engine last thought of the position that is looked at, or of the one before. */
export function valuesAt({ table, thoughts, ply }) {
  if (thoughts?.ply === ply) return thoughts.values;
  return table.values[ply] ?? table.values[ply - 1] ?? null;
}

/**
 * Whether a role has got more than another one.
 * @param {(number|null)[]|null} goals
 * @param {number} k
 */
function isWinner(goals, k) {
  const points = goals?.map((goal) => goal ?? 0) ?? [];
  return points.length > 1 && points[k] > Math.min(...points);
}
