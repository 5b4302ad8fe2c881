// The name plates over the board: who plays what, whose turn it is, and what the engine gives them.

import { h } from './dom.js';
import { playerName, roleSign } from './seats.js';
import { title } from './terms.js';

export class Plates {
  constructor(roles) {
    this.plates = roles.map((role) => {
      const player = h('span.plate-player');
      const clock = h('span.plate-clock', { 'aria-label': `Clock of ${title(role)}` });
      const value = h('span.plate-value', { title: 'What the engine expects this side to get' });
      const element = h('li.plate', {}, roleSign(role, roles), h('span.plate-names', {}, h('strong', {}, title(role)), player), clock, value);
      return { role, player, clock, value, element };
    });
    this.element = h('ul.plates', { 'aria-label': 'Seats' }, this.plates.map(({ element }) => element));
  }

  /** Where the clocks are written. */
  get clockFaces() {
    return this.plates.map(({ clock }) => clock);
  }

  /** @param {import('./table-state.js').TableState} state */
  show(state) {
    const { table, position } = state;
    const goals = table.over && state.isLive ? table.over.goals : null;
    const values = goals ?? valuesAt(state);
    this.plates.forEach((plate, k) => {
      const you = table.you.roles.includes(plate.role);
      plate.player.textContent = you ? 'you' : playerName(table.seats[k]);
      plate.value.textContent = values ? Math.round(values[k] ?? 0) : '';
      plate.element.classList.toggle('turn', !goals && (position?.choosing.includes(plate.role) ?? false));
      plate.element.classList.toggle('winner', Boolean(goals) && goals.length > 1 && goals[k] > Math.min(...goals));
    });
  }
}

/** What an engine last thought of the position that is looked at, or of the one before. */
export function valuesAt({ table, thoughts, ply }) {
  if (thoughts?.ply === ply) return thoughts.values;
  return table.values[ply] ?? table.values[ply - 1] ?? null;
}
