// Corners that are placed by hand: four handles over the picture.

import { h } from './dom.js';
import { t } from './language.js';

/** How far an arrow key moves a corner, as a share of the picture. */
const STEP = 0.005;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Where corners are before anybody has placed them. */
export const START_CORNERS = [{ x: 0.25, y: 0.2 }, { x: 0.75, y: 0.2 }, { x: 0.75, y: 0.85 }, { x: 0.25, y: 0.85 }];

export class CornerHandles {
  /** @param {(corners: {x: number, y: number}[]) => void} moved called with shares of width and height */
  constructor(moved) {
    this.moved = moved;
    this.corners = START_CORNERS;
    this.handles = this.corners.map((_, k) => h('button.corner-handle', {
      type: 'button', 'aria-label': t('Corner {number}: drag it, or use the arrow keys', { number: k + 1 }),
      onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
      onpointermove: (event) => this.drag(k, event),
      onkeydown: (event) => this.press(k, event),
    }, String(k + 1)));
    this.element = h('div.corner-handles', { hidden: true }, this.handles);
  }

  /** Shows handles at these corners, or none. */
  show(corners) {
    this.element.hidden = !corners;
    if (!corners) return;
    this.corners = corners;
    corners.forEach(({ x, y }, k) => {
      this.handles[k].style.left = `${x * 100}%`;
      this.handles[k].style.top = `${y * 100}%`;
    });
  }

  drag(k, event) {
    if (!event.target.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    this.place(k, (event.clientX - left) / width, (event.clientY - top) / height);
  }

  press(k, event) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const { x, y } = this.corners[k];
    this.place(k, x + arrow[0] * STEP, y + arrow[1] * STEP);
  }

  place(k, x, y) {
    const within = (value) => Math.min(1, Math.max(0, value));
    this.show(this.corners.map((corner, j) => (j === k ? { x: within(x), y: within(y) } : corner)));
    this.moved(this.corners);
  }
}
