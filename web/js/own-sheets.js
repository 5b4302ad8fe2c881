// The rule sheets that this browser brought: to be opened, renamed and removed.

import * as api from './api.js';
import { askText, confirmed } from './dialog.js';
import { button, h } from './dom.js';
import { keepSheet, ownSheets } from './keys.js';
import { complain, notice } from './notice.js';

export class OwnSheets {
  /** @param {(id: string) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.list = h('ul');
    this.element = h('section.own-sheets.panel', { 'aria-label': 'Sheets that you brought', hidden: true }, h('h2', {}, 'Your sheets'), this.list);
    this.fill().catch(complain);
  }

  async fill() {
    const keys = ownSheets();
    const games = (await api.games()).filter(({ id }) => keys[id]);
    this.element.hidden = !games.length;
    this.list.replaceChildren(...games.map((game) => this.sheet(game, keys[game.id])));
  }

  sheet(game, key) {
    return h('li', {},
      button(game.title, () => this.edit(game.id), { class: 'plain', title: 'Open it in the editor' }),
      game.errors ? h('span.kind.alarming', {}, 'with errors') : null,
      h('span.row.end', {},
        button('Rename', () => this.rename(game, key), { class: 'plain', 'aria-label': `Rename ${game.title}` }),
        button('Remove', () => this.remove(game, key), { class: 'plain', 'aria-label': `Remove ${game.title}` })));
  }

  async rename(game, key) {
    const title = await askText('What is the game called?', game.title, 'Rename');
    if (title) await this.change(api.renameGame(game.id, key, title));
  }

  async remove(game, key) {
    if (!await confirmed(`Remove “${game.title}” from the games?`, 'Remove')) return;
    await this.change(api.removeGame(game.id, key), () => {
      keepSheet(game.id, null);
      notice(`“${game.title}” is removed. Tables where it is played go on.`);
    });
  }

  async change(request, done = () => {}) {
    try {
      await request;
      done();
      await this.fill();
    } catch (error) {
      complain(error);
    }
  }
}
