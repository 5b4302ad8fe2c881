// The start of the page of a tournament, which `stonegate tournament --live` shows.

import { t } from './language.js';
import { drawMasthead } from './masthead.js';
import { start } from './router.js';
import { listenToShortcuts } from './shortcuts.js';

drawMasthead([['study', '#/', t('Tournament')]]);
listenToShortcuts();
start([
  [/^\/$/, 'study', ['archive'], () => import('./study.js')],
  [/^\/game\/(\d+)$/, 'study', ['table'], () => import('./study-game.js')],
]);
