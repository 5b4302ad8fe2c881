// The rules of a game in words, as its sheet tells them before the first rule.

import * as api from './api.js';
import { h, prose } from './dom.js';
import { t } from './language.js';
import { complain } from './notice.js';

/** The games of the dedicated machines, which have no sheets. */
const MACHINES = [
  ['gomoku', t('Black and White take turns to put a stone on an empty point, Black first. Stones never move. Five in a row win: across, up and down, or along a diagonal. A full board is a draw.')],
  ['connect6', t('Black begins with one stone; from then on each side puts two stones on empty points in its turn. Stones never move. Six or more in a row win: across, up and down, or along a diagonal. A full board is a draw.')],
  ['othello', t('Black begins. Put a disc where it encloses discs of the other color between itself and another of yours, in a line in any direction: all that are enclosed turn to your color. Who can enclose none passes. When nobody can, most discs win.')],
  ['go', t('Black and White take turns to put a stone on an empty point, Black first. Stones that are joined along the lines and have no empty point beside them are taken off the board. No stone may be put where it would be taken at once, unless it takes others first, and no position may come back at once. When both sides pass, the dead stones are marked, and each side counts its stones and the points that they surround; White gets some more for being second.')],
];

export class HowToPlay {
  /** @param {string} id the game */
  constructor(id) {
    const words = h('div.words');
    const fill = () => api.game(id).then((game) => words.replaceChildren(...wordsOf(game).map((text) => h('p', {}, prose(text)))), complain);
    this.element = h('details.panel.how-to-play', { ontoggle: () => { if (!words.children.length) fill(); } },
      h('summary', {}, t('How to play')), words);
  }
}

/**
 * The paragraphs of the comment that a sheet begins with, without its title, or what is known of a game without one.
 * @param {Game} game
 * @returns {string[]}
 */
function wordsOf({ id, rules, about }) {
  const lines = rules.split('\n');
  const end = lines.findIndex((line) => !line.startsWith(';'));
  const comment = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^;+ ?/, ''));
  const paragraphs = comment.join('\n').split(/\n\s*\n/).map((text) => text.replaceAll('\n', ' ').trim()).filter(Boolean);
  const words = paragraphs.slice(1).map((text) => text.replace(/\([a-z]+( \?[a-z0-9]+)+\)/g, '`$&`'));
  if (words.length) return words;
  const machine = MACHINES.find(([name]) => id.startsWith(`engine:${name}`));
  return [machine ? machine[1] : about].filter(Boolean);
}
