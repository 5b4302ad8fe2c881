// What is settled before a game of Go: the board, the rules and the points for White.

import { h } from './dom.js';
import { t } from './language.js';

/** Rules with their usual komi. @type {[string, string, number][]} */
const RULES = [
  ['chinese', t('Chinese'), 7.5],
  ['tromp-taylor', 'Tromp-Taylor', 7.5],
  ['fpga', t('those of the FPGA machine'), 0],
  ['fpga-superko', t('those of the FPGA machine, with superko'), 0],
];

/**
 * A game of Go by its id, taken apart: `engine:go9:rules=tromp-taylor,komi=5.5`.
 * @param {string} id
 * @returns {{board: string, rules: string, komi: number}|null} null for other games
 */
export function parseGo(id) {
  const match = /^engine:(go\d+)(?::(.*))?$/.exec(id);
  if (!match) return null;
  const settings = new Map((match[2] ?? '').split(',').map((setting) => /** @type {[string, string]} */ (setting.split('='))));
  const rules = settings.get('rules') ?? RULES[0][0];
  return { board: match[1], rules, komi: Number(settings.get('komi') ?? usualKomi(rules)) };
}

/** The inverse of `parseGo`. */
function goId({ board, rules, komi }) {
  const settings = [
    rules === RULES[0][0] ? '' : `rules=${rules}`,
    komi === usualKomi(rules) ? '' : `komi=${komi}`,
  ].filter(Boolean).join(',');
  return `engine:${board}${settings ? `:${settings}` : ''}`;
}

function usualKomi(rules) {
  return RULES.find(([name]) => name === rules)?.[2] ?? 0;
}

/**
 * The fields for rules and komi.
 * @param {string} id
 * @param {(id: string) => void} changed
 */
export function goFields(id, changed) {
  const go = parseGo(id);
  if (!go) return null;
  const rules = h('select', { onchange: () => choose() }, RULES.map(([name, title]) => h('option', { value: name, selected: name === go.rules }, title)));
  const komi = h('input', { type: 'number', min: -400, max: 400, step: 0.5, value: go.komi, onchange: () => report() });
  const report = () => {
    if (komi.value && komi.checkValidity()) changed(goId({ ...go, rules: rules.value, komi: komi.valueAsNumber }));
  };
  const choose = () => {
    komi.value = String(usualKomi(rules.value));
    report();
  };
  return [
    h('label.field', {}, h('span', {}, t('Rules')), rules),
    h('label.field', {}, h('span', {}, t('Komi')), komi),
  ];
}
