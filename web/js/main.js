// The start of the page: what is the same in all views.

import { drawMasthead } from './masthead.js';
import { start } from './router.js';
import { listenToShortcuts } from './shortcuts.js';

drawMasthead();
listenToShortcuts();
start();
