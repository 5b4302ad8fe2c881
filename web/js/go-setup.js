// What is settled before a game of Go: the board, the rules and the points for White.

import { h } from './dom.js';
import { plural, t } from './language.js';

/** Rules with their usual komi. @type {[string, string, number][]} */
const RULES = [
  ['chinese', t('Chinese'), 7.5],
  ['tromp-taylor', 'Tromp-Taylor', 7.5],
  ['fpga', t('those of the FPGA machine'), 0],
  ['fpga-superko', t('those of the FPGA machine, with superko'), 0],
];

/** What White gets in a game with a handicap, where an even game has a komi. */
const HANDICAP_KOMI = 0.5;

const MAX_HANDICAP = 9;

/**
 * A game of Go by its id, taken apart: `engine:go9:rules=tromp-taylor,komi=5.5,handicap=4`.
 * @param {string} id
 * @returns {{board: string, rules: string, komi: number, handicap: number}|null} null for other games
 */
export function parseGo(id) {
  const match = /^engine:(go\d+)(?::(.*))?$/.exec(id);
  if (!match) return null;
  const settings = new Map((match[2] ?? '').split(',').map((setting) => /** @type {[string, string]} */ (setting.split('='))));
  const rules = settings.get('rules') ?? RULES[0][0];
  const handicap = Number(settings.get('handicap') ?? 0);
  return { board: match[1], rules, komi: Number(settings.get('komi') ?? usualKomi(rules, handicap)), handicap };
}

/** The inverse of `parseGo`. */
function goId({ board, rules, komi, handicap }) {
  const settings = [
    rules === RULES[0][0] ? '' : `rules=${rules}`,
    komi === usualKomi(rules, handicap) ? '' : `komi=${komi}`,
    handicap ? `handicap=${handicap}` : '',
  ].filter(Boolean).join(',');
  return `engine:${board}${settings ? `:${settings}` : ''}`;
}

function usualKomi(rules, handicap) {
  const komi = RULES.find(([name]) => name === rules)?.[2] ?? 0;
  return handicap ? Math.min(komi, HANDICAP_KOMI) : komi;
}

/** The handicaps that a board has places for. */
function handicaps(board) {
  const side = Number(board.slice('go'.length));
  const most = side < 7 ? 0 : side === 7 || side % 2 === 0 ? 4 : MAX_HANDICAP;
  return Array.from({ length: Math.max(0, most - 1) }, (_, k) => k + 2);
}

/**
 * The fields for rules, handicap and komi.
 * @param {string} id
 * @param {(id: string) => void} changed
 */
export function goFields(id, changed) {
  const go = parseGo(id);
  if (!go) return null;
  const rules = h('select', { onchange: () => choose() }, RULES.map(([name, title]) => h('option', { value: name, selected: name === go.rules }, title)));
  const komi = h('input', { type: 'number', min: -400, max: 400, step: 0.5, value: go.komi, onchange: () => report() });
  const handicap = h('select', { onchange: () => choose() }, [0, ...handicaps(go.board)].map((stones) =>
    h('option', { value: String(stones), selected: stones === go.handicap }, stones ? plural('{count} stone for Black', '{count} stones for Black', stones) : t('none, Black begins'))));
  const report = () => {
    if (komi.value && komi.checkValidity()) changed(goId({ ...go, rules: rules.value, komi: komi.valueAsNumber, handicap: Number(handicap.value) }));
  };
  const choose = () => {
    komi.value = String(usualKomi(rules.value, Number(handicap.value)));
    report();
  };
  return [
    h('label.field', {}, h('span', {}, t('Rules')), rules),
    h('label.field', {}, h('span', {}, t('Handicap')), handicap),
    h('label.field', {}, h('span', {}, t('Komi')), komi),
  ];
}
