// Arrow keys on a grid of points that is drawn anew after each change.

import { s } from './dom.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class PointKeys {
  /**
   * @param {SVGElement} grid whose points have `data-x` and `data-y`
   * @param {(x: number, y: number) => void} place what Enter does
   */
  constructor(grid, place) {
    this.grid = grid;
    this.place = place;
    /** @type {[number, number]} */
    this.at = [0, 0];
    grid.addEventListener('keydown', (event) => this.key(event));
    grid.addEventListener('focusin', ({ target }) => {
      const { x, y } = /** @type {SVGElement} */ (target).dataset;
      this.at = [Number(x), Number(y)];
    });
  }

  /**
   * Draws the points anew, row by row; the one that had the focus keeps it.
   * @param {SVGElement[]} under what is drawn first
   * @param {SVGElement[][]} rows
   * @param {SVGElement[]} over what is drawn last
   */
  draw(under, rows, over = []) {
    const hasFocus = this.grid.contains(document.activeElement);
    const hide = (elements) => s('g', { 'aria-hidden': 'true' }, elements);
    this.grid.replaceChildren(hide(under), ...rows.map((points) => s('g', { role: 'row' }, points)), hide(over));
    const point = this.pointAt(this.at) ?? this.pointAt([0, 0]);
    point?.setAttribute('tabindex', '0');
    if (hasFocus) point?.focus();
  }

  /**
   * @param {[number, number]} place
   * @returns {SVGElement|null}
   */
  pointAt([x, y]) {
    return this.grid.querySelector(`[data-x="${x}"][data-y="${y}"]`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const arrow = ARROWS[event.key];
    const next = arrow && this.pointAt([this.at[0] + arrow[0], this.at[1] + arrow[1]]);
    if (next) {
      this.pointAt(this.at)?.setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.place(...this.at);
    else if (!arrow) return;
    event.preventDefault();
  }
}
