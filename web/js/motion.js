// How pieces come, go, slide, fall and turn.

import { calm } from './dom.js';
import { SIDE } from './ground.js';

const QUICK = { duration: 220, easing: 'ease-out' };

/** @typedef {{element: SVGElement, holder: SVGElement, place: [number, number]}} Placed */

export function slide({ element, place }, from) {
  if (calm()) return;
  const way = `translate(${from[0] - place[0]}px, ${from[1] - place[1]}px)`;
  element.animate([{ transform: way }, { transform: 'none' }], { ...QUICK, duration: 260, easing: 'cubic-bezier(.3,.7,.3,1)' });
}

export function drop({ element, place }) {
  if (calm()) return;
  const height = place[1] + SIDE / 2;
  element.animate([{ transform: `translateY(${-height}px)` }, { transform: 'none' }], { duration: 140 + height / 2, easing: 'cubic-bezier(.55,0,.9,.6)' });
}

export function appear({ element }) {
  if (calm()) return;
  element.animate([{ transform: 'scale(.4)', opacity: 0 }, { transform: 'none', opacity: 1 }], QUICK);
}

export function turn({ element }) {
  if (calm()) return;
  element.animate([{ transform: 'scaleX(.05)' }, { transform: 'none' }], { ...QUICK, duration: 300 });
}

/** Lets a piece fade, and removes it. */
export function vanish({ element, holder }) {
  if (calm()) {
    holder.remove();
    return;
  }
  element.animate([{ opacity: 1 }, { transform: 'scale(.6)', opacity: 0 }], QUICK).finished.then(() => holder.remove());
}
