// The value of the game over its moves, a line for each role. It is also a slider through the history.

import { colorsOf } from './colors.js';
import { h, s } from './dom.js';
import { t } from './language.js';
import { title } from './terms.js';

const WIDTH = 360;
const HEIGHT = 120;
const PAD = 8;

export class ValueGraph {
  /**
   * @param {string[]} roles
   * @param {(ply: number) => void} seek
   */
  constructor(roles, seek) {
    this.shown = 0;
    this.last = 0;
    this.roles = roles;
    this.plies = 1;
    this.lines = s('g');
    this.svg = s('svg.graph', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'slider', tabindex: 0, 'aria-label': t('Move to look at'), 'aria-valuemin': 0,
      onclick: (event) => seek(this.plyAt(event)),
      onkeydown: (event) => this.key(event, seek),
    }, s('path.scale', { d: `M0 ${this.y(0)}H${WIDTH}M0 ${this.y(100)}H${WIDTH}` }), s('path.half', { d: `M0 ${this.y(50)}H${WIDTH}` }), this.lines);
    const legend = roles.map((role) => {
      const mark = h('i');
      mark.style.background = colorsOf(role, roles).line;
      return h('span', {}, mark, title(role));
    });
    this.element = h('section.panel', { 'aria-label': t('Value over the game') },
      h('h2', {}, t('Value'), h('span.legend.note', {}, legend)), this.svg);
  }

  /**
   * @param {(number[]|null)[]} values for each position the values of the roles
   * @param {number} shown the ply that is looked at
   * @param {number} last the last ply
   */
  show(values, shown, last) {
    this.plies = Math.max(10, last);
    this.shown = shown;
    this.last = last;
    /** @type {SVGElement[]} */
    const parts = [s('line.cursor', { x1: this.x(shown), x2: this.x(shown), y1: 0, y2: HEIGHT })];
    this.roles.forEach((role, k) => {
      // There is no value where nothing has been thought of yet.
      const points = values.flatMap((goals, ply) => {
        const value = goals?.[k];
        return value !== undefined && Number.isFinite(value) ? [[this.x(ply), this.y(value)]] : [];
      });
      const { line } = colorsOf(role, this.roles);
      if (points.length > 1) parts.push(s('polyline', { points: points.map((point) => point.map(Math.round)).join(' '), stroke: line }));
      const end = points.at(-1);
      if (end) parts.push(s('circle', { cx: end[0], cy: end[1], r: 3.5, fill: line }));
    });
    this.lines.replaceChildren(...parts);
    this.svg.setAttribute('aria-valuemax', String(last));
    this.svg.setAttribute('aria-valuenow', String(shown));
    this.svg.setAttribute('aria-valuetext', t('move {move} of {last}', { move: shown, last }));
  }

  x(ply) {
    return PAD + (ply / this.plies) * (WIDTH - 2 * PAD);
  }

  y(value) {
    return HEIGHT - PAD - (value / 100) * (HEIGHT - 2 * PAD);
  }

  plyAt(event) {
    const box = this.svg.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width * WIDTH - PAD) / (WIDTH - 2 * PAD);
    return Math.min(this.last, Math.max(0, Math.round(part * this.plies)));
  }

  key(event, seek) {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    seek(Math.min(this.last, Math.max(0, this.shown + step)));
  }
}
