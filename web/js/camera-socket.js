// The websocket to recognition. It comes back by itself after the server was away.

import { open } from './link.js';

const RETRY_MS = 1_000;

/** So many pictures are on their way at a time: what is seen is never old. */
const MAX_AHEAD = 2;

export class CameraSocket {
  /** @type {WebSocket} */
  socket;
  /** Pictures without an answer. */
  waiting = 0;

  /** @param {{open: () => void, message: (message: FromCamera) => void, picture: (bytes: ArrayBuffer) => void}} listeners */
  constructor(listeners) {
    this.listeners = listeners;
    this.closed = false;
    this.connect();
  }

  connect() {
    this.waiting = 0;
    this.socket = open('camera');
    this.socket.binaryType = 'arraybuffer';
    this.socket.addEventListener('open', () => this.listeners.open());
    this.socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return this.listeners.picture(data);
      const message = JSON.parse(data);
      if (message.type === 'view' || message.type === 'skipped' || message.code === 'bad-frame') this.waiting -= 1;
      this.listeners.message(message);
    });
    this.socket.addEventListener('close', () => {
      if (!this.closed) this.retry = setTimeout(() => this.connect(), RETRY_MS);
    });
  }

  /** Whether another picture may be sent. */
  get isReady() {
    return this.socket.readyState === WebSocket.OPEN && this.waiting < MAX_AHEAD;
  }

  sendPicture(message) {
    this.waiting += 1;
    this.socket.send(message);
  }

  /** Says something; nothing is lost without a connection, as all is said again when there is one. */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket.close();
  }
}
