// What a tournament has found out: ratings with intervals, the cross table, and the path of a test.

import { h, s } from './dom.js';
import { number, t } from './language.js';
import { playerName } from './seats.js';

const BAR = 220;
const WIDTH = 640;
const HEIGHT = 150;
const PAD = 8;

/** Intervals are drawn no further from the ratings than this, in Elo. */
const FAR = 400;

/** A bound that is further away says nothing. */
const UNKNOWN = 2000;

/**
 * The players, the strongest first.
 * @param {StudyReport} report
 */
function order({ ratings }) {
  return ratings.map((_, k) => k).sort((a, b) => ratings[b].elo - ratings[a].elo || a - b);
}

/** @param {StudyReport} report */
export function ratingsTable(report) {
  const { ratings, players } = report;
  const elos = ratings.map(({ elo }) => elo);
  const near = (bound, side) => bound ?? side;
  const lows = ratings.map(({ elo, interval }) => Math.max(near(interval[0], -Infinity), elo - FAR));
  const highs = ratings.map(({ elo, interval }) => Math.min(near(interval[1], Infinity), elo + FAR));
  const [least, most] = [Math.min(...lows), Math.max(...highs)];
  const x = (elo) => (PAD + ((elo - least) / (most - least || 1)) * (BAR - 2 * PAD)).toFixed(1);
  const head = ['', t('Player'), 'Elo', t('95 % between'), t('Games'), t('Won'), t('Drawn'), t('Lost'), t('Score'), t('Faults')];
  const rows = order(report).map((k, place) => {
    const { player, games, wins, draws, losses, score, late, illegal, failed } = players[k];
    const [low, high] = ratings[k].interval;
    const bounds = [low, high].map((bound) => (bound === null || Math.abs(bound - elos[k]) > UNKNOWN ? '?' : number(Math.round(bound)))).join(' … ');
    const bar = s('svg.interval', { viewBox: `0 0 ${BAR} 20`, 'aria-hidden': 'true' },
      s('path', { d: `M${x(lows[k])} 10H${x(highs[k])}` }), s('circle', { cx: x(elos[k]), cy: 10, r: 5 }));
    return h('tr', {}, h('td', {}, place + 1), h('th', { scope: 'row' }, playerName({ player })),
      h('td.elo', {}, games ? number(Math.round(elos[k])) : '–'), h('td.between', {}, games ? [bar, h('span.note', {}, bounds)] : '–'),
      ...[games, wins, draws, losses].map((count) => h('td', {}, number(count))),
      h('td', {}, games ? `${number(score, 1)} %` : '–'),
      h('td', { class: late + illegal + failed ? 'alarming' : null }, number(late + illegal + failed)));
  });
  return h('table', {}, h('thead', {}, h('tr', {}, head.map((text) => (text ? h('th', { scope: 'col' }, text) : h('td', {}))))), h('tbody', {}, rows));
}

/** @param {StudyReport} report */
export function crossTable(report) {
  const { players, cross_table: cross } = report;
  const places = order(report);
  const cell = (one, other) => {
    const [wins, draws, losses] = cross[one][other];
    const games = wins + draws + losses;
    if (one === other || !games) return h('td.none', {}, one === other ? '' : '·');
    const share = (wins + draws / 2) / games;
    const element = h('td', { title: `${wins}–${draws}–${losses}` }, `${number(wins + draws / 2)}/${number(games)}`);
    element.style.setProperty('--share', `${Math.round(100 * share)}%`);
    return element;
  };
  return h('div.wide', { tabindex: 0, role: 'group', 'aria-label': t('Cross table') }, h('table.cross', {},
    h('thead', {}, h('tr', {}, h('td', {}), h('td', {}), places.map((_, place) => h('th', { scope: 'col' }, place + 1)))),
    h('tbody', {}, places.map((one, place) => h('tr', {}, h('td', {}, place + 1),
      h('th', { scope: 'row' }, playerName({ player: players[one].player })), places.map((other) => cell(one, other)))))));
}

/**
 * How the log-likelihood ratio of a test went, between its bounds.
 * @param {number[]} path
 * @param {[number, number]} bounds
 */
export function testPlot(path, bounds) {
  const values = [0, ...path];
  const [least, most] = [Math.min(...values, bounds[0]), Math.max(...values, bounds[1])];
  const x = (k) => PAD + (k / Math.max(1, values.length - 1)) * (WIDTH - 2 * PAD);
  const y = (value) => HEIGHT - PAD - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * PAD);
  const points = values.map((value, k) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const end = values.length - 1;
  return s('svg.test-plot', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('The log-likelihood ratio after each pair of games') },
    s('path.scale', { d: `M0 ${y(0)}H${WIDTH}` }),
    s('path.bound', { d: bounds.map((bound) => `M0 ${y(bound)}H${WIDTH}`).join('') }),
    s('polyline', { points }), s('circle', { cx: x(end), cy: y(values[end]), r: 4 }));
}
