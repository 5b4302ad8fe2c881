// Playing Othello with a camera: the picture of the table with the board drawn over it.

import { boardOf } from './camera-board.js';
import { CameraControls } from './camera-controls.js';
import { CornerHandles, START_CORNERS } from './camera-corners.js';
import { drawGray, drawView } from './camera-overlay.js';
import { CameraSocket } from './camera-socket.js';
import { CameraSource, cameraProblem } from './camera-source.js';
import { button, h, recall, remember } from './dom.js';
import { number, t } from './language.js';
import { notice } from './notice.js';
import { shortcut } from './shortcuts.js';

/** Whether a game can be played with a camera. */
export function hasCamera(game) {
  return /^engine:othello[468]?$/.test(game.id);
}

/** @type {Record<string, string>} */
const STATUS = {
  'no-colors': t('Click on a marker, then on the piece; or let the colors be found.'),
  searching: t('Looking for four markers…'),
  'marker-lost': t('A marker is hidden: the board stays where it was.'),
};

export class CameraPanel {
  /** @type {HTMLButtonElement} */
  confirmButton;
  /** @type {HTMLButtonElement} */
  markerButton;
  /** @type {HTMLButtonElement} */
  pieceButton;
  /** @type {HTMLButtonElement} */
  handButton;
  /** @type {HTMLButtonElement} */
  mirrorButton;
  /** @type {HTMLButtonElement} */
  freezeButton;
  /** @type {CameraSocket|null} */
  socket = null;
  /** @type {CameraSettings|null} What the server has. */
  settings = null;
  /** @type {CameraView|null} */
  view = null;
  isFrozen = false;

  /** @param {import('./table.js').TablePage} page the table's page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    /** @type {'marker'|'piece'|null} */
    this.aim = null;
    this.width = 640;
    this.rate = new Rate();
    this.video = h('video', { playsinline: true, muted: true });
    this.video.muted = true;
    this.source = new CameraSource(this.video);
    this.gray = h('canvas.camera-gray', { hidden: true });
    this.canvas = h('canvas.camera-overlay');
    this.handles = new CornerHandles((corners) => this.change({ manual: corners }));
    this.picture = h('div.camera-picture', { onclick: (event) => this.clicked(event) }, this.video, this.gray, this.canvas, this.handles.element);
    this.status = h('p.camera-status', { 'aria-live': 'polite' });
    this.numbers = h('p.note.camera-numbers');
    this.controls = new CameraControls({
      change: (fields) => this.change(fields),
      debug: (view) => this.debug(view),
      width: (width) => { this.width = width; },
    });
    this.makeButtons();
    this.cameras = h('select', { 'aria-label': t('Camera'), onchange: () => this.start(this.cameras.value) });
    this.element = h('div.camera', { hidden: true }, this.picture, this.status,
      h('div.row.camera-buttons', { role: 'toolbar', 'aria-label': t('Camera') }, this.confirmButton, this.findButton, this.markerButton, this.pieceButton,
        this.handButton, this.turnButton, this.mirrorButton, this.freezeButton, this.resetButton, this.saveButton, this.forgetButton, this.cameras),
      this.numbers, this.controls.element);
    this.toggle = button(t('Camera'), () => (this.isOn ? this.stop() : this.start()), { 'aria-pressed': 'false', title: t('Play with markers and a piece in front of a camera') });
    shortcut('c', t('Camera: confirm the move'), () => this.confirm());
  }

  makeButtons() {
    const aimAt = (object, label) => button(label, () => this.aimAt(object), { 'aria-pressed': 'false', title: t('Then click on one in the picture') });
    this.confirmButton = button(t('Confirm move'), () => this.confirm(), { class: 'primary', 'aria-keyshortcuts': 'c', title: `${t('Confirm move')} (c)` });
    this.findButton = button(t('Find colors'), () => this.socket?.send({ type: 'propose' }));
    this.markerButton = aimAt('marker', t('Click a marker'));
    this.pieceButton = aimAt('piece', t('Click the piece'));
    this.handButton = button(t('Corners by hand'), () => this.placeByHand(), { 'aria-pressed': 'false' });
    this.turnButton = button(t('Turn'), () => this.change({ turns: ((this.settings?.turns ?? 0) + 1) % 4 }), { title: t('Turn the board by a quarter') });
    this.mirrorButton = button(t('Mirror'), () => this.change({ mirror: !this.settings?.mirror }), { 'aria-pressed': 'false', title: t('Left and right are swapped') });
    this.freezeButton = button(t('Freeze'), () => this.freeze(), { 'aria-pressed': 'false' });
    this.resetButton = button(t('Search again'), () => this.socket?.send({ type: 'reset' }));
    this.saveButton = button(t('Save settings'), () => this.save());
    this.forgetButton = button(t('Forget settings'), () => this.forget(), { title: t('Colors and settings are as in the beginning') });
  }

  async start(deviceId) {
    try {
      if (!navigator.mediaDevices) throw new Error('not secure');
      await this.source.start(deviceId);
    } catch (error) {
      notice(cameraProblem(error), 'error');
      return;
    }
    if (!this.isOn) {
      this.isOn = true;
      this.socket = new CameraSocket({
        open: () => this.greet(),
        message: (message) => this.receive(message),
        picture: (bytes) => drawGray(this.gray, bytes),
      });
      this.look();
    }
    this.present();
    const cameras = await CameraSource.list();
    const current = this.source.stream?.getVideoTracks()[0]?.getSettings().deviceId;
    this.cameras.replaceChildren(...cameras.map(({ deviceId, label }, k) => h('option', { value: deviceId, selected: deviceId === current }, label || t('Camera {number}', { number: k + 1 }))));
    this.cameras.hidden = cameras.length < 2;
  }

  stop() {
    this.isOn = false;
    this.source.stop();
    this.socket?.close();
    this.socket = null;
    this.present();
  }

  close() {
    if (this.isOn) this.stop();
  }

  /** Shows the picture instead of the board, or the other way around. */
  present() {
    this.element.hidden = !this.isOn;
    this.page.boards.element.hidden = this.isOn;
    this.toggle.setAttribute('aria-pressed', String(this.isOn));
  }

  /** Tells a server that has just been connected all that it should know. */
  greet() {
    this.board = null;
    this.socket?.send({ type: 'settings', settings: this.settings ?? recall('camera', {}) });
    this.controls.debug();
    this.show();
  }

  /** @param {FromCamera} message */
  receive(message) {
    switch (message.type) {
      case 'view':
        this.see(message);
        break;
      case 'settings':
        this.settings = message.settings;
        this.showSettings(message.settings);
        break;
      case 'made':
        if (message.cell) this.play(message.cell);
        else notice(t('Put the piece onto a legal cell first.'));
        break;
      case 'error':
        notice(message.message, 'error');
        break;
    }
  }

  /** @param {CameraSettings} settings */
  showSettings(settings) {
    const { manual, mirror } = settings;
    this.controls.show(settings);
    this.handButton.setAttribute('aria-pressed', String(manual !== null));
    this.mirrorButton.setAttribute('aria-pressed', String(mirror));
    if (manual === null || this.handles.element.hidden) this.handles.show(manual);
  }

  /** Sends a picture whenever there is one and the last ones have been answered. */
  look() {
    if (!this.isOn) return;
    this.source.next(() => this.look());
    if (this.isFrozen || !this.socket?.isReady) return;
    const start = performance.now();
    const picture = this.source.grab(this.width);
    if (!picture) return;
    this.socket.sendPicture(picture.message);
    this.rate.sent(picture.number, start);
  }

  /** @param {CameraView} view */
  see(view) {
    this.view = view;
    const { clientWidth, clientHeight } = this.video;
    const [width, height] = [clientWidth, clientHeight].map((side) => Math.round(side * devicePixelRatio));
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    drawView(this.canvas, view);
    this.rate.seen(view.frame);
    this.numbers.textContent = t('{rate} pictures a second, {latency} ms from picture to overlay, of which recognition {recognition} ms', {
      rate: this.rate.perSecond, latency: this.rate.latency, recognition: number(view.milliseconds, 2),
    });
    Object.assign(this.element.dataset, { status: view.status, cell: view.cell ?? '', perSecond: this.rate.perSecond, latency: this.rate.latency });
    const status = this.statusOf(view);
    if (this.status.textContent !== status) this.status.textContent = status;
    this.confirmButton.disabled = !view.offered;
  }

  statusOf(view) {
    if (STATUS[view.status]) return STATUS[view.status];
    if (view.offered) return t('{cell}: let the piece rest, or confirm.', { cell: view.offered });
    return view.cell ? t('The piece is on {cell}.', { cell: view.cell }) : t('The board is there. Put the piece onto it.');
  }

  /** Tells the server what is on the board, if that has changed. */
  show() {
    if (!this.isOn) return;
    const board = boardOf(this.page.state);
    const text = JSON.stringify(board);
    if (!board || text === this.board) return;
    this.board = text;
    this.socket?.send(board);
  }

  play(cell) {
    const { state } = this.page;
    const [role] = state.mine;
    if (role && state.legalOf(role).some(({ move }) => move === cell)) this.page.play(role, cell);
  }

  confirm() {
    if (this.isOn) this.socket?.send({ type: 'confirm' });
  }

  /** @param {Partial<CameraSettings>} fields */
  change(fields) {
    if (!this.settings) return;
    this.settings = { ...this.settings, ...fields };
    this.socket?.send({ type: 'settings', settings: this.settings });
  }

  aimAt(object) {
    this.aim = this.aim === object ? null : object;
    this.markerButton.setAttribute('aria-pressed', String(this.aim === 'marker'));
    this.pieceButton.setAttribute('aria-pressed', String(this.aim === 'piece'));
    this.picture.classList.toggle('aiming', this.aim !== null);
    if (this.aim) this.controls.pick(this.aim);
  }

  /** A click takes the color there: first that of the markers, then that of the piece. */
  clicked(event) {
    const object = this.aim ?? (this.settings?.marker.length ? (this.settings.piece.length ? null : 'piece') : 'marker');
    if (!object || event.target.closest('.corner-handle')) return;
    const { left, top, width, height } = this.video.getBoundingClientRect();
    this.socket?.send({ type: 'calibrate', object, x: (event.clientX - left) / width, y: (event.clientY - top) / height });
    if (this.aim) this.aimAt(this.aim);
  }

  placeByHand() {
    if (!this.settings) return;
    const { view } = this;
    const isSeen = view?.status === 'found';
    const seen = isSeen ? view.corners.map(({ x, y }) => ({ x: x / view.width, y: y / view.height })) : START_CORNERS;
    const manual = this.settings.manual ? null : seen;
    this.handles.show(manual);
    this.change({ manual });
  }

  freeze() {
    this.isFrozen = !this.isFrozen;
    this.freezeButton.setAttribute('aria-pressed', String(this.isFrozen));
    if (this.isFrozen) this.video.pause();
    else this.video.play();
  }

  debug(view) {
    this.gray.hidden = view.view === 'off';
    this.socket?.send(view);
  }

  save() {
    if (!this.settings) return;
    remember('camera', this.settings);
    notice(t('The settings are kept for the next time.'));
  }

  forget() {
    remember('camera', {});
    this.socket?.send({ type: 'settings', settings: {} });
    this.socket?.send({ type: 'reset' });
  }
}

/** How many pictures there are in a second, and how long each takes. */
class Rate {
  constructor() {
    this.starts = new Map();
    this.times = [];
    this.latency = 0;
  }

  sent(number, start) {
    this.starts.set(number, start);
  }

  seen(number) {
    const now = performance.now();
    const start = this.starts.get(number) ?? now;
    this.starts.delete(number);
    this.times.push(now);
    while (this.times[0] < now - 1000) this.times.shift();
    this.latency = Math.round(0.9 * this.latency + 0.1 * (now - start));
  }

  get perSecond() {
    return this.times.length;
  }
}
