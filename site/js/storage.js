// What the page keeps in this browser: tables, and sheets that somebody has brought.

import { t } from './language.js';

const STORES = ['tables', 'sheets'];

export class Storage {
  /** @type {IDBDatabase|null} */
  database = null;
  /** Why something is not kept, in words for people. @type {string|null} */
  problem = null;

  /** Opens the storage. Where there is none, the page works without. */
  async open() {
    try {
      const request = indexedDB.open('stonegate', 1);
      request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
      this.database = await settled(request);
    } catch {
      this.problem = t('This browser lets the page keep nothing: tables and sheets are lost when it is closed.');
    }
  }

  /** Everything that is kept. @returns {Promise<{tables: any[], sheets: any[]}>} */
  async all() {
    const [tables, sheets] = await Promise.all(STORES.map((name) => this.read(name)));
    return { tables, sheets };
  }

  async read(name) {
    if (!this.database) return [];
    try {
      return await settled(this.database.transaction(name).objectStore(name).getAll());
    } catch {
      this.problem = t('What this browser has kept of earlier games cannot be read.');
      return [];
    }
  }

  /**
   * Keeps a value, or forgets it if it is null. What was kept before stays if there is no room.
   * @param {string} name
   * @param {string} id
   * @param {object|null} value
   */
  async put(name, id, value) {
    if (!this.database) return;
    try {
      const transaction = this.database.transaction(name, 'readwrite');
      const store = transaction.objectStore(name);
      if (value) store.put(value, id); else store.delete(id);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(null);
        transaction.onabort = () => reject(transaction.error);
      });
      this.problem = null;
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      this.problem = isFull
        ? t('This browser has no room left for what you play: the game goes on, but is lost when the page is closed. Remove old tables, or save the record.')
        : t('This browser does not keep what you play at present: the game goes on, but is lost when the page is closed.');
    }
  }
}

/**
 * The result of a request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
