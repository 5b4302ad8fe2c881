// How liberties spread over a Go board: hot and cold wires, one clock after the other.

import * as api from './api.js';
import { button, h, s } from './dom.js';
import { plural, t } from './language.js';
import { complain } from './notice.js';
import { PointKeys } from './point-keys.js';

const PACE = 600;
const EXAMPLE = ['.........', '..XX.....', '.XOOX....', '.XOXX....', '..X......', '.....OOO.', '.....OXXO', '......OXO', '.......OX'];
const NEXT = { '.': 'X', X: 'O', O: '.' };

/** The address that shows a position, as the server draws it. */
export function addressOf({ cells }) {
  const letter = (words) => ({ black: 'X', white: 'O' })[words?.[0]] ?? '.';
  return `#/liberties?rows=${cells.map((row) => row.map(letter).join('')).join('/')}`;
}

export function show(view, query) {
  document.title = `${t('Liberties')} · Stonegate`;
  const page = new LibertyPage(view, query.get('rows')?.split('/') ?? EXAMPLE);
  page.read();
  return () => page.stop();
}

class LibertyPage {
  /** @type {Liberties} */
  found;

  constructor(view, rows) {
    this.rows = rows;
    this.clock = 0;
    this.ground = s('svg.board.liberty-board', { role: 'grid', 'aria-label': t('Board') });
    this.keys = new PointKeys(this.ground, (x, y) => this.place(x, y));
    this.text = h('p.status', { 'aria-live': 'polite' });
    this.slider = h('input', { type: 'range', min: 0, max: 1, value: 0, 'aria-label': t('Clock to look at'), oninput: () => this.seek(Number(this.slider.value)) });
    this.player = button(t('Play'), () => (this.timer ? this.stop() : this.play()));
    view.replaceChildren(h('div.liberties', {},
      h('h1', {}, t('How stones find their liberties')),
      h('p.note', {}, t('The hardware has a wire between every two neighboring points. All wires are cold at first. An empty point makes its wires hot; a wire between stones of one color is hot one clock after a wire that touches it; between different colors nothing passes. Stones that stay cold have no liberty and are taken off. Click to place stones.')),
      this.ground, this.text,
      h('div.row', {}, button('‹', () => this.seek(this.clock - 1), { 'aria-label': t('One clock back') }), this.player,
        button('›', () => this.seek(this.clock + 1), { 'aria-label': t('One clock on') }), this.slider,
        button(t('Clear the board'), () => this.set(this.rows.map((row) => '.'.repeat(row.length)))))));
  }

  async read() {
    try {
      this.found = await api.liberties(this.rows);
      this.slider.max = String(this.found.clocks);
      this.seek(Math.min(this.clock, this.found.clocks));
    } catch (error) {
      complain(error);
    }
  }

  set(rows) {
    this.rows = rows;
    this.read();
  }

  place(column, row) {
    const stones = [...this.rows[row]];
    stones[column] = NEXT[stones[column]] ?? 'X';
    this.set(this.rows.with(row, stones.join('')));
  }

  play() {
    if (this.clock >= this.found.clocks) this.seek(0);
    this.player.textContent = t('Stop');
    this.timer = setInterval(() => {
      this.seek(this.clock + 1);
      if (this.clock >= this.found.clocks) this.stop();
    }, PACE);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.player.textContent = t('Play');
  }

  seek(clock) {
    this.clock = Math.max(0, Math.min(clock, this.found.clocks));
    this.slider.value = String(this.clock);
    this.draw();
  }

  draw() {
    const { wires, clocks, pruned } = this.found;
    const isOver = this.clock >= clocks;
    const middle = (k) => k * 10 + 5;
    const width = this.rows[0].length;
    const lines = wires.map(({ from, to, hot, blocked }) => s(`line.wire.${blocked ? 'blocked' : hot !== null && hot <= this.clock ? 'hot' : 'cold'}`, {
      x1: middle(from[0]), y1: middle(from[1]), x2: middle(to[0]), y2: middle(to[1]),
    }));
    const dead = new Set(isOver ? pruned.map(String) : []);
    const points = this.rows.map((row, y) => [...row].map((stone, x) => s('g.liberty-point', {
      tabindex: -1, 'data-x': x, 'data-y': y, role: 'gridcell', 'aria-label': `${x + 1}, ${this.rows.length - y}: ${{ X: t('black'), O: t('white') }[stone] ?? t('empty')}`,
      onclick: () => this.place(x, y),
    }, s('rect', { x: x * 10, y: y * 10, width: 10, height: 10 }),
    stone === '.' ? null : s(`circle.is-${stone === 'X' ? 'black' : 'white'}`, { cx: middle(x), cy: middle(y), r: 3.9 }),
    dead.has(String([x, y])) ? s('path.pruned', { d: `M${middle(x) - 2.4} ${middle(y) - 2.4}l4.8 4.8m0-4.8l-4.8 4.8` }) : null)));
    this.ground.setAttribute('viewBox', `0 0 ${width * 10} ${this.rows.length * 10}`);
    this.keys.draw([s('rect.light', { width: width * 10, height: this.rows.length * 10 }), ...lines], points);
    this.text.textContent = statusOf({ clock: this.clock, clocks }, isOver ? pruned.length : null);
  }
}

/** The clock in words, and at the end how many stones have no liberty. */
function statusOf(time, count) {
  if (count === null) return t('Clock {clock} of {clocks}.', time);
  if (!count) return t('Clock {clock} of {clocks}: every stone has a liberty.', time);
  return plural('Clock {clock} of {clocks}: {count} stone has no liberty.', 'Clock {clock} of {clocks}: {count} stones have no liberty.', count, time);
}
