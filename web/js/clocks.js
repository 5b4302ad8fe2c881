// The clocks of the people at a table: the server says what is left, the page counts down.

import { h } from './dom.js';
import { plural, t } from './language.js';

/**
 * What a new table offers: seconds and what each move adds, or what comes after them.
 * @type {(TimeControl|null)[]}
 */
const CONTROLS = [
  null,
  { seconds: 60 },
  { seconds: 180, increment: 2 },
  { seconds: 300 },
  { seconds: 600, increment: 5 },
  { seconds: 1800, increment: 20 },
  { seconds: 300, periods: 3, period: 20 },
  { seconds: 1800, periods: 5, period: 30 },
];

/** @param {TimeControl|null} control */
function controlName(control) {
  if (!control) return t('No clock');
  const minutes = control.seconds / 60;
  if (control.periods) {
    return plural('{count} minute, then {periods} × {period} s', '{count} minutes, then {periods} × {period} s', minutes,
      { periods: control.periods, period: control.period ?? 0 });
  }
  if (!control.increment) return plural('{count} minute', '{count} minutes', minutes);
  return plural('{count} minute, {seconds} s a move', '{count} minutes, {seconds} s a move', minutes, { seconds: control.increment });
}

/**
 * The field that chooses a clock for a new table.
 * @param {(control: TimeControl|null) => void} changed
 */
export function clockField(changed) {
  const select = h('select', { 'aria-label': t('Clock for people'), onchange: () => changed(CONTROLS[select.selectedIndex] ?? null) },
    CONTROLS.map((control, k) => h('option', { value: k }, controlName(control))));
  return h('label.field', {}, h('span', {}, t('Clock')), select);
}

/** Seconds as on a chess clock: `4:05`, and tenths at the end. */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  const whole = Math.ceil(left);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const padded = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${padded(minutes)}:${padded(whole % 60)}` : `${minutes}:${padded(whole % 60)}`;
}

/**
 * What a clock shows: the time for the whole game, and then that of a period, with how many there are.
 * @param {number} left all that is left
 * @param {{periods: number, period: number}} control
 */
export function faceText(left, { periods, period }) {
  if (left > periods * period || !periods) return clockText(left - periods * period);
  const n = Math.max(1, Math.ceil(left / period));
  return `${clockText(left - (n - 1) * period)} × ${n}`;
}

export class Clocks {
  /** When the server spoke, and whether it was told that a clock has run out. */
  since = 0;
  told = false;

  /**
   * @param {HTMLElement[]} faces where to write, one for each role
   * @param {() => void} ranOut called when a clock shows zero
   */
  constructor(faces, ranOut) {
    this.faces = faces;
    this.ranOut = ranOut;
    /** @type {Table['clocks']|null} */
    this.clocks = null;
    this.timer = setInterval(() => this.draw(), 100);
  }

  close() {
    clearInterval(this.timer);
  }

  /**
   * Takes what the server says.
   * @param {{clocks?: Table['clocks']|null}} table
   */
  set({ clocks = null }) {
    if (clocks === this.clocks) return;
    this.clocks = clocks;
    this.since = performance.now();
    this.told = false;
    this.draw();
  }

  draw() {
    const { clocks } = this;
    if (!clocks) {
      for (const face of this.faces) face.textContent = '';
      return;
    }
    const elapsed = (performance.now() - this.since) / 1000;
    clocks.left.forEach((left, k) => {
      if (left === null) {
        this.faces[k].textContent = '';
        return;
      }
      const running = clocks.running[k];
      const now = running ? left - elapsed : left;
      this.faces[k].textContent = faceText(now, clocks);
      this.faces[k].classList.toggle('short', now < 10);
      if (running && now <= -0.2 && !this.told) {
        this.told = true;
        this.ranOut();
      }
    });
  }
}
