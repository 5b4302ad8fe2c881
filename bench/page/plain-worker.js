// Plays random games of Connect Four in plain JavaScript, in a worker, for a page that compares.

import { playouts } from './connect-four.js';

self.onmessage = ({ data: { games, seed } }) => {
  const start = performance.now();
  const { steps } = playouts(games, seed);
  self.postMessage({ steps, ms: performance.now() - start });
};
