// How strong an engine plays, from a beginner to all that it can.

import { t } from './language.js';

/** What levels are called, the weakest first. The last one is the engine as it is. */
export const LEVELS = [t('Beginner'), t('Novice'), t('Casual'), t('Intermediate'), t('Advanced'), t('Expert'), t('Maximum')];

const LEVELED = ['mcts', 'go', 'gomoku', 'othello', 'connect6'];

/** Whether an engine can play below its strength. */
export const hasLevels = (engine) => LEVELED.includes(engine);

/**
 * A description of a player, taken apart: `mcts:level=3,c=0.7`.
 * @param {string} player
 * @returns {{name: string, level: number, settings: string}}
 */
export function parts(player) {
  const [name, ...rest] = player.split(':');
  const settings = rest.join(':').split(',').filter(Boolean);
  const level = settings.find((setting) => setting.startsWith('level='));
  return {
    name,
    level: Number(level?.slice('level='.length) ?? LEVELS.length),
    settings: settings.filter((setting) => setting !== level).join(','),
  };
}

/** The inverse of `parts`. */
export function description({ name, level, settings }) {
  const all = [hasLevels(name) && level < LEVELS.length ? `level=${level}` : '', settings].filter(Boolean).join(',');
  return all ? `${name}:${all}` : name;
}
