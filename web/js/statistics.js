// What a game became, in numbers.

import { h } from './dom.js';

/** @param {Circuit} circuit the answer of the server to a request for a circuit */
export function statistics(circuit) {
  const count = (number) => number.toLocaleString('en');
  const time = (ms) => (ms === null || ms === undefined ? '–' : ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`);
  const rows = [
    ['gates', count(circuit.gates), 'ANDs of two values, inverted or not'],
    ['registers', count(circuit.registers), 'bits that hold the state of a game'],
    ['levels', count(circuit.levels), 'gates one after the other, at most'],
    ['invariants', count(circuit.invariants), 'groups of facts that were proved to exclude each other'],
    ...(circuit.from_cache
      ? [['loaded in', time(circuit.ready_ms), 'the circuit was made at an earlier time and kept']]
      : [
        ['ready in', time(circuit.ready_ms), 'from the text to a circuit that plays'],
        ['optimized in', time(circuit.optimize_ms), 'until the small circuit took over'],
      ]),
  ];
  return h('dl.tiles', {}, rows.map(([name, value, meaning]) => h('div', { title: meaning }, h('dt', {}, name), h('dd', {}, value))));
}
