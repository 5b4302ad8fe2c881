// The rule sheets that this browser brought: to be opened, renamed and removed.

import * as api from './api.js';
import { askText, confirmed } from './dialog.js';
import { button, h } from './dom.js';
import { keepSheet, ownSheets } from './keys.js';
import { t } from './language.js';
import { complain, notice } from './notice.js';

export class OwnSheets {
  /** @param {(id: string) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.list = h('ul');
    this.element = h('section.own-sheets.panel', { 'aria-label': t('Sheets that you brought'), hidden: true }, h('h2', {}, t('Your sheets')), this.list);
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
      button(game.title, () => this.edit(game.id), { class: 'plain', title: t('Open it in the editor') }),
      game.errors ? h('span.kind.alarming', {}, t('with errors')) : null,
      h('span.row.end', {},
        button(t('Rename'), () => this.rename(game, key), { class: 'plain', 'aria-label': t('Rename {game}', { game: game.title }) }),
        button(t('Remove'), () => this.remove(game, key), { class: 'plain', 'aria-label': t('Remove {game}', { game: game.title }) })));
  }

  async rename(game, key) {
    const title = await askText(t('What is the game called?'), game.title, t('Rename'));
    if (title) await this.change(api.renameGame(game.id, key, title));
  }

  async remove(game, key) {
    if (!await confirmed(t('Remove “{game}” from the games?', { game: game.title }), t('Remove'))) return;
    await this.change(api.removeGame(game.id, key), () => {
      keepSheet(game.id, null);
      notice(t('“{game}” is removed. Tables where it is played go on.', { game: game.title }));
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
