// Moves that are not on the board, as buttons, and the question which of several moves was meant.

import { openDialog } from './dialog.js';
import { SIGNS, directions } from './directions.js';
import { button, h, s } from './dom.js';
import { t } from './language.js';
import { draw, pieceInMove } from './pieces.js';
import { print, split } from './terms.js';

const FILTER_FROM = 16;
const SHOWN = 200;

export class MoveList {
  /** @param {(role: string, move: string) => void} play */
  constructor(play) {
    /** @type {string|null} */
    this.key = null;
    this.role = '';
    /** @type {Move[]} */
    this.moves = [];
    this.play = play;
    this.filter = h('input', { type: 'search', placeholder: t('Find a move'), 'aria-label': t('Find a move'), oninput: () => this.fill() });
    this.list = h('div.move-buttons');
    this.element = h('section.move-list', { 'aria-label': t('Moves that are not on the board'), hidden: true }, this.filter, this.list);
  }

  /** Offers moves to a role; none hides the list. */
  show(role, moves) {
    const key = `${role} ${moves.map(({ move }) => move).join()}`;
    if (key === this.key) return;
    this.key = key;
    this.role = role;
    this.moves = moves;
    this.element.hidden = !moves.length;
    this.filter.hidden = moves.length < FILTER_FROM;
    this.filter.value = '';
    this.fill();
  }

  /** Keeps the moves where they are while others are asked. */
  rest() {
    this.key = null;
    for (const element of this.list.querySelectorAll('button')) element.disabled = true;
  }

  fill() {
    const wanted = this.filter.value.toLowerCase();
    const found = this.moves.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, SHOWN);
    const ways = directions(found);
    this.list.classList.toggle('compass', ways !== null);
    const arrows = new Map([...ways ?? []].map(([arrow, { move }]) => [move, arrow]));
    this.list.replaceChildren(...found.map(({ move, name }) => {
      const arrow = arrows.get(move);
      return button(arrow ? `${SIGNS[arrow]} ${name}` : name, () => this.play(this.role, move), { title: move, 'data-arrow': arrow, 'aria-keyshortcuts': arrow });
    }));
  }

  focus() {
    this.list.querySelector('button')?.focus();
  }
}

/**
 * Asks which of several moves on the same squares is meant.
 * @returns {Promise<string|null>}
 */
export function chooseMove(moves, role, roles) {
  return openDialog(t('Which move?'), (close) => [
    h('div.move-buttons', {}, moves.map((move) => button(choice(move, role, roles), () => close(move.move), { title: move.move }))),
  ]);
}

function choice({ move, name }, role, roles) {
  const piece = pieceInMove(split(move).args.map(print), role);
  if (!piece) return name;
  return [s('svg.choice-piece', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, draw(piece, roles)), name];
}
