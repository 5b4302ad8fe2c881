// What a game became, in numbers.

import { h } from './dom.js';
import { number, t } from './language.js';

/** @param {Circuit} circuit the answer of the server to a request for a circuit */
export function statistics(circuit) {
  const time = (ms) => (ms === null || ms === undefined ? '–' : ms < 1000 ? `${number(ms, ms < 10 ? 1 : 0)} ms` : `${number(ms / 1000, 1)} s`);
  const rows = [
    [t('gates'), number(circuit.gates), t('ANDs of two values, inverted or not')],
    [t('registers'), number(circuit.registers), t('bits that hold the state of a game')],
    [t('levels'), number(circuit.levels), t('gates one after the other, at most')],
    [t('invariants'), number(circuit.invariants), t('groups of facts that were proved to exclude each other')],
    ...(circuit.from_cache
      ? [[t('loaded in'), time(circuit.ready_ms), t('the circuit was made at an earlier time and kept')]]
      : [
        [t('ready in'), time(circuit.ready_ms), t('from the text to a circuit that plays')],
        [t('optimized in'), time(circuit.optimize_ms), t('until the small circuit took over')],
      ]),
  ];
  return h('dl.tiles', {}, rows.map(([name, value, meaning]) => h('div', { title: meaning }, h('dt', {}, name), h('dd', {}, value))));
}
