// A websocket that comes back by itself after the server or the network was away.

import { open } from './link.js';

const PING_MS = 25_000;
const MAX_WAIT_MS = 8_000;

/**
 * Where the websocket of a table is.
 * @param {string} table
 * @param {string|null} token
 */
export function tablePath(table, token) {
  const query = token ? `?token=${encodeURIComponent(token)}` : '';
  return `tables/${encodeURIComponent(table)}/socket${query}`;
}

export class Socket {
  /** @type {WebSocket} */
  socket;

  /**
   * @param {string} path
   * @param {{message: (message: FromServer | FromStudy) => void, state: (online: boolean) => void}} listeners
   */
  constructor(path, listeners) {
    this.path = path;
    this.listeners = listeners;
    this.failures = 0;
    this.closed = false;
    this.pings = setInterval(() => this.send({ type: 'ping' }), PING_MS);
    this.connect();
  }

  connect() {
    this.socket = open(this.path);
    this.socket.addEventListener('open', () => {
      this.failures = 0;
      this.listeners.state(true);
    });
    this.socket.addEventListener('message', (event) => {
      const message = JSON.parse(event.data);
      if (message.type !== 'pong') this.listeners.message(message);
    });
    this.socket.addEventListener('close', () => {
      if (this.closed) return;
      this.listeners.state(false);
      this.failures += 1;
      this.retry = setTimeout(() => this.connect(), Math.min(MAX_WAIT_MS, 250 * 2 ** this.failures));
    });
  }

  /** Sends a message; false if there is no connection. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearInterval(this.pings);
    clearTimeout(this.retry);
    this.socket.close();
  }
}
