// The way to whoever answers the page: workers in this browser. Nothing is sent anywhere.
//
// The arena has games and tables; the thinker compiles rules and thinks, so that the page is
// answered meanwhile. docs/site.md says how this fits together.

import { t } from './language.js';
import { lasting } from './notice.js';
import { Storage } from './storage.js';

/** What there is only with a server. */
export const has = { others: false };

/** What helps where browsers give no camera. */
export const SECURE = t('Open this page by an https address.');

/** What to say when nobody answers. */
export const SILENCE = t('The page cannot work in this browser.');

/** How long an engine may take to hear that nobody wants its answer any more, in milliseconds. */
const HEARING_MS = 1_500;

/** So many thinkers search at a time, at most, each with memory of its own. */
const MAX_THINKERS = 4;

/** So many workers search in memory that they share, where the host's headers allow that. */
const MAX_SHARING = 8;

/** Whether the page comes with a program for shared memory. */
const HAS_SHARED_PROGRAM = false;

/** How long a thinker that nobody asks is kept, in milliseconds. */
const IDLE_MS = 15_000;

class Thinker {
  /** @type {Worker|null} */
  worker = null;
  /** Those who share its memory. @type {Worker[]} */
  helpers = [];
  /** Questions without an answer and games that are being compiled, as they were asked for. @type {Map<string, object>} */
  asked = new Map();

  /**
   * @param {number} nHelpers so many others share its memory
   * @param {(message: any) => void} listener
   */
  constructor(nHelpers, listener) {
    this.nHelpers = nHelpers;
    this.listener = listener;
  }

  send(message) {
    if (message.type === 'think' || message.type === 'compile') clearTimeout(this.idle);
    if (message.type === 'think') this.asked.set(key(message.question), message);
    if (message.type === 'compile') this.asked.set(message.game, message);
    if (message.type === 'cancel' && !this.asked.delete(key(message))) return;
    if (!this.worker) {
      if (message.type === 'cancel' || message.type === 'forget') return;
      this.start();
    }
    this.worker?.postMessage(message);
    if (message.type === 'cancel') this.listen();
    if (message.type === 'forget') this.idle = setTimeout(() => this.asked.size || this.stop(), IDLE_MS);
  }

  start() {
    const worker = startWorker(this.nHelpers ? 'leader' : 'thinker', (answer) => this.receive(answer));
    this.helpers = Array.from({ length: this.nHelpers }, () => {
      const helper = startWorker('helper', () => {});
      const { port1, port2 } = new MessageChannel();
      helper.postMessage({ type: 'thinker', port: port1 }, [port1]);
      worker.postMessage({ type: 'helper', port: port2 }, [port2]);
      return helper;
    });
    this.worker = worker;
  }

  receive(answer) {
    if (answer.type === 'heard') return clearTimeout(this.deaf);
    if (answer.type === 'answer') this.asked.delete(key(answer));
    if (answer.type === 'machine') this.asked.delete(answer.game);
    this.listener(answer);
  }

  /** An engine of a dedicated game cannot be interrupted: if it does not hear, another takes over. */
  listen() {
    clearTimeout(this.deaf);
    this.worker?.postMessage({ type: 'hear' });
    this.deaf = setTimeout(() => {
      const asked = [...this.asked.values()];
      this.stop();
      for (const message of asked) this.send(message);
    }, HEARING_MS);
  }

  /** Ends it, which gives its memory back. */
  stop() {
    for (const worker of [this.worker, ...this.helpers]) worker?.terminate();
    this.worker = null;
    this.helpers = [];
    this.asked.clear();
  }
}

const key = ({ table, question }) => `${table}/${question}`;

/**
 * Starts a worker.
 * @param {'arena'|'thinker'|'leader'|'helper'|'camera'} kind
 * @param {(message: any) => void} listener
 */
function startWorker(kind, listener) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: kind });
  worker.addEventListener('message', ({ data }) => {
    if (data.type === 'broken') return fail(data.message);
    listener(data);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message ?? t('a worker could not be started'));
  });
  return worker;
}

/** The requests that wait for an answer. @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const requests = new Map();
/** @type {Map<number, LocalSocket>} */
const sockets = new Map();
let number = 0;
/** Why the page cannot work, if it cannot. @type {string|null} */
let failure = null;

/** @param {string} message */
function fail(message) {
  failure = t('This page runs its engines in the browser, and that does not work here: {problem}. What it has kept in this browser stays there.', { problem: message });
  lasting(failure);
  for (const { reject } of requests.values()) reject(new Error(failure));
  requests.clear();
}

/** What this browser lacks that the page cannot do without. */
function lack() {
  if (typeof Worker === 'undefined') return t('it has no Web Workers');
  if (typeof WebAssembly === 'undefined') return t('WebAssembly is switched off');
  // A function that makes a vector: (func (drop (i8x16.splat (i32.const 0)))).
  const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];
  if (!WebAssembly.validate(new Uint8Array(vectors))) return t('its WebAssembly has no vectors (SIMD): a newer version of it has');
  return null;
}

/** @type {Worker|null} */
let arena = null;
const storage = new Storage();
const nCores = navigator.hardwareConcurrency || 1;
const isSharing = HAS_SHARED_PROGRAM && globalThis.crossOriginIsolated === true && nCores > 2;
/**
 * Where memory can be shared, one thinker has helpers that search in its tree. Elsewhere each searches in a tree of
 * its own, which needs no headers.
 */
const thinkers = Array.from({ length: isSharing ? 1 : Math.max(1, Math.min(MAX_THINKERS, Math.floor(nCores / 2))) },
  () => new Thinker(isSharing ? Math.min(MAX_SHARING, nCores - 1) - 1 : 0, (message) => arena?.postMessage(message)));
/** What the arena says is dealt with in order, and what is to be kept is kept before it is shown. */
let order = Promise.resolve();

const ready = (async () => {
  const missing = lack();
  if (missing) return fail(missing);
  await storage.open();
  if (storage.problem) lasting(storage.problem);
  const cards = await (await fetch(new URL('../cards.json', import.meta.url))).json();
  arena = startWorker('arena', (message) => {
    order = order.then(() => take(message)).catch(console.error);
  });
  arena.postMessage({ type: 'start', ...(await storage.all()), cards, thinkers: thinkers.length });
})().catch((error) => fail(String(error?.message ?? error)));

async function take(message) {
  switch (message.type) {
    case 'response':
      requests.get(message.id)?.resolve({ ok: message.status < 400, status: message.status, body: message.body });
      requests.delete(message.id);
      break;
    case 'offline':
      requests.get(message.id)?.resolve({ ok: false, status: 503, body: { error: { code: 'offline', message: t('The machine of {game} could not be loaded: is there a network?', { game: message.game }) } } });
      requests.delete(message.id);
      break;
    case 'message':
      sockets.get(message.socket)?.hear(message.text);
      break;
    case 'closed':
      sockets.get(message.socket)?.end();
      break;
    case 'store-table':
      await keep('tables', message.id, message.table);
      break;
    case 'store-sheet':
      await keep('sheets', message.id, message.sheet);
      break;
    case 'go-on':
      setTimeout(() => arena?.postMessage(message), 0);
      break;
    case 'think':
      thinkers[message.question.thinker].send(message);
      break;
    case 'compile':
      thinkers[0].send(message);
      break;
    default:
      for (const thinker of thinkers) thinker.send(message);
  }
}

async function keep(store, id, value) {
  const before = storage.problem;
  await storage.put(store, id, value);
  if (storage.problem || before) lasting(storage.problem);
}

/**
 * Asks; fails if nobody answers.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ok: boolean, status: number, body: any}>}
 */
export async function ask(method, path, body) {
  await ready;
  if (failure || !arena) return { ok: false, status: 503, body: { error: { code: 'broken', message: failure ?? SILENCE } } };
  number += 1;
  const id = number;
  return new Promise((resolve, reject) => {
    requests.set(id, { resolve, reject });
    arena?.postMessage({ type: 'request', id, method, path, body: body ?? null });
  });
}

/** As much of a WebSocket as the page uses. */
class LocalSocket extends EventTarget {
  /** @param {string} path */
  constructor(path) {
    super();
    number += 1;
    this.number = number;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    sockets.set(this.number, this);
    ready.then(() => {
      if (failure || this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event('open'));
      arena?.postMessage({ type: 'open', socket: this.number, path });
    });
  }

  /** @param {string} text */
  hear(text) {
    if (this.readyState === WebSocket.OPEN) this.dispatchEvent(new MessageEvent('message', { data: text }));
  }

  /** @param {string} text */
  send(text) {
    arena?.postMessage({ type: 'message', socket: this.number, text });
  }

  end() {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.number);
    this.dispatchEvent(new Event('close'));
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    arena?.postMessage({ type: 'close', socket: this.number });
    this.end();
  }
}

/** As much of a WebSocket as the page uses to have pictures looked at, by a worker of its own. */
class LocalCamera extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;

  constructor() {
    super();
    this.worker = startWorker('camera', (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }

  /** @param {string|ArrayBuffer} message */
  send(message) {
    this.worker.postMessage(message);
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.worker.terminate();
    this.dispatchEvent(new Event('close'));
  }
}

/**
 * Opens a socket.
 * @param {string} path
 * @returns {any}
 */
export function open(path) {
  return path === 'camera' ? new LocalCamera() : new LocalSocket(path);
}

/**
 * Saves an answer as a file.
 * @param {string} path
 * @param {string} name
 */
export async function save(path, name) {
  const { body } = await ask('GET', path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(body, null, 1)], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The page works offline after it was loaded once.
if ('serviceWorker' in navigator) navigator.serviceWorker.register(isSharing ? 'service-worker.js?sharing' : 'service-worker.js').catch(() => {});
