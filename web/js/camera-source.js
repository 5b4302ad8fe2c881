// The pictures of a camera, reduced to what recognition needs.

import { t } from './language.js';
import { SECURE } from './link.js';

/** Before each picture: its number, width, height and time. */
const HEAD_BYTES = 16;

/** Why there is no camera, in words that help. */
export function cameraProblem(error) {
  if (!navigator.mediaDevices) {
    return `${t('Browsers give a camera only to secure pages.')} ${SECURE}`;
  }
  switch (error?.name) {
    case 'NotAllowedError': return t('The camera is not allowed. Allow it in the address bar, then try again.');
    case 'NotFoundError': return t('No camera was found. Plug one in, then try again.');
    case 'NotReadableError': return t('Another program is using the camera.');
    default: return t('The camera does not start: {problem}', { problem: error?.message ?? error });
  }
}

export class CameraSource {
  /** @param {HTMLVideoElement} video where the picture is shown */
  constructor(video) {
    this.video = video;
    this.canvas = document.createElement('canvas');
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { willReadFrequently: true }));
    this.number = 0;
    this.message = new ArrayBuffer(0);
  }

  async start(deviceId) {
    this.stop();
    const choice = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' };
    const video = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 60 }, ...choice };
    this.stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    this.video.srcObject = this.stream;
    await this.video.play();
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
  }

  /** The cameras that there are. Their names are known once one was allowed. */
  static async list() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  }

  /** Calls back once there is another picture. */
  next(callback) {
    if (this.video.requestVideoFrameCallback) this.video.requestVideoFrameCallback(callback);
    else requestAnimationFrame(callback);
  }

  /**
   * The current picture as a message, at most so wide; null while there is none.
   * @returns {{number: number, message: ArrayBuffer}|null}
   */
  grab(maxWidth) {
    const { videoWidth, videoHeight } = this.video;
    if (!videoWidth) return null;
    const width = Math.min(maxWidth, videoWidth) & ~1;
    const height = Math.max(2, Math.round((width * videoHeight) / videoWidth) & ~1);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.context.drawImage(this.video, 0, 0, width, height);
    const { data } = this.context.getImageData(0, 0, width, height);
    const size = HEAD_BYTES + (width * height * 3) / 2;
    if (this.message.byteLength !== size) this.message = new ArrayBuffer(size);
    this.number += 1;
    const head = new DataView(this.message);
    head.setUint32(0, this.number, true);
    head.setUint16(4, width, true);
    head.setUint16(6, height, true);
    head.setFloat64(8, performance.now() / 1000, true);
    toYuv(data, width, height, new Uint8Array(this.message, HEAD_BYTES));
    return { number: this.number, message: this.message };
  }
}

/** Writes luma, then Cb and Cr of every 2x2 pixels (ITU-R BT.601, full range). */
function toYuv(rgba, width, height, yuv) {
  const chroma = (width * height) >> 2;
  let cb = width * height;
  const stride = width * 4;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const p = y * stride + x * 4;
      const q = p + stride;
      const out = y * width + x;
      yuv[out] = luma(rgba, p);
      yuv[out + 1] = luma(rgba, p + 4);
      yuv[out + width] = luma(rgba, q);
      yuv[out + width + 1] = luma(rgba, q + 4);
      const r = (rgba[p] + rgba[p + 4] + rgba[q] + rgba[q + 4]) >> 2;
      const g = (rgba[p + 1] + rgba[p + 5] + rgba[q + 1] + rgba[q + 5]) >> 2;
      const b = (rgba[p + 2] + rgba[p + 6] + rgba[q + 2] + rgba[q + 6]) >> 2;
      yuv[cb] = 128 + ((-43 * r - 85 * g + 128 * b) >> 8);
      yuv[cb + chroma] = Math.min(255, 128 + ((128 * r - 107 * g - 21 * b) >> 8));
      cb += 1;
    }
  }
}

function luma(rgba, p) {
  return (77 * rgba[p] + 150 * rgba[p + 1] + 29 * rgba[p + 2]) >> 8;
}
