// The buttons of a table, and their keys.

import { confirmed } from './dialog.js';
import { button, h } from './dom.js';
import { t } from './language.js';
import { openAgain, openBranch } from './open.js';
import { shortcut } from './shortcuts.js';

/**
 * @typedef {{key: string, label: string, run: () => void, isShown: () => boolean, isPossible: () => boolean,
 *   isMain?: () => boolean, isOn?: () => boolean, labelNow?: () => string}} Action
 */

/**
 * All actions: who sees them, and when they can be taken.
 * @param {import('./table.js').TablePage} page the table's page
 * @returns {Action[]}
 */
function actionsOf(page) {
  const { state, send } = page;
  const isHost = () => state.table.you.host;
  const isPlayer = () => state.mayPlay && !state.isShow;
  const hasOthers = () => state.roles.length > 1;
  const isCounting = () => Boolean(state.table.count);
  const isBetweenPeople = () => state.table.people > 1;
  const agree = () => {
    for (const role of state.counting) send({ type: 'agree', role });
  };
  const resign = async () => {
    const [role] = state.table.you.roles;
    if (await confirmed(t('Give up this game?'), t('Resign'))) send({ type: 'resign', role });
  };
  return [
    {
      key: 'g', label: t('Agree'), run: agree,
      isShown: () => isCounting() && state.mayPlay, isPossible: () => state.counting.length > 0, isMain: () => true,
    },
    {
      key: 'o', label: t('Propose dead stones'), run: () => send({ type: 'propose' }),
      isShown: () => isCounting() && state.mayPlay, isPossible: () => true,
    },
    {
      key: 'e', label: t('Play on'), run: () => send({ type: 'resume' }),
      isShown: () => isCounting() && state.mayPlay, isPossible: () => true,
    },
    {
      key: 'h', label: t('Hint'), run: () => send({ type: 'hint', role: state.mine[0] }),
      isShown: () => isPlayer() && !isCounting() && state.table.help, isPossible: () => state.mine.length > 0,
    },
    {
      key: 'u', label: t('Undo'), run: () => send({ type: 'undo' }),
      isShown: () => state.mayPlay, isPossible: () => !state.table.wish && (state.table.ply > 0 || state.hasHiddenMove),
      labelNow: () => (isBetweenPeople() && !state.hasHiddenMove ? t('Ask to take back') : t('Undo')),
    },
    {
      key: 'i', label: t('Allow hints'), run: () => send({ type: 'help', on: !state.table.help }),
      isShown: () => isPlayer() && isBetweenPeople() && !state.table.over, isPossible: () => !state.table.wish, isOn: () => state.table.help,
    },
    {
      key: 'a', label: t('Analyze'), run: () => page.analyze(),
      isShown: () => state.mayPlay && state.table.help && !(isCounting() && state.isLive), isPossible: () => !state.position?.over, isOn: () => state.analyzing,
    },
    {
      key: 'v', label: t('Review'), run: () => (page.review.isRunning ? page.review.stop() : page.review.start()),
      isShown: () => state.mayPlay && state.table.help && state.isReviewed, isPossible: () => state.table.ply > 0, isOn: () => page.review.isRunning,
    },
    {
      key: 'f', label: t('Play from here'), run: () => openBranch(state.table.table, state.ply),
      isShown: () => !state.isLive || state.isBrokenOff, isPossible: () => state.isBrokenOff || !state.position?.over,
    },
    {
      key: 'p', label: t('Pause'), run: () => send({ type: 'pause', paused: !state.table.paused }),
      isShown: () => isHost() && (state.isShow || state.table.paused), isPossible: () => !state.table.over, isOn: () => state.table.paused,
    },
    {
      key: 's', label: t('Swap sides'), run: () => send({ type: 'swap' }),
      isShown: () => isHost() && hasOthers(), isPossible: () => true,
    },
    {
      key: 'r', label: t('Resign'), run: resign,
      isShown: () => isPlayer() && hasOthers(), isPossible: () => state.table.you.roles.length > 0 && !state.table.over,
    },
    {
      key: 'w', label: t('Offer a draw'), run: () => send({ type: 'draw' }),
      isShown: () => isPlayer() && isBetweenPeople() && !isCounting() && state.isAmongPeople, isPossible: () => !state.table.over && !state.table.wish,
    },
    {
      key: 'n', label: t('New game'), run: () => openAgain(state.table.table),
      isShown: () => state.mayPlay, isPossible: () => state.table.ply > 0 || state.table.over !== null, isMain: () => state.table.over !== null,
    },
  ];
}

export class Actions {
  constructor(page) {
    this.actions = actionsOf(page).map((action) => {
      const { key, label, run } = action;
      shortcut(key, label, () => { if (action.isShown() && action.isPossible()) run(); }, action.isShown);
      return { ...action, element: button(label, run, { title: `${label} (${key})`, 'aria-keyshortcuts': key }) };
    });
    this.element = h('div.actions', { role: 'toolbar', 'aria-label': t('Game') }, this.actions.map(({ element }) => element));
  }

  show() {
    for (const { element, isShown, isPossible, isOn, isMain, labelNow } of this.actions) {
      element.hidden = !isShown();
      if (labelNow) element.textContent = labelNow();
      element.disabled = !isPossible();
      if (isOn) element.setAttribute('aria-pressed', String(isOn()));
      element.classList.toggle('primary', isMain?.() ?? false);
    }
  }
}
