// Everything about recognition that a person can set.

import { button, h } from './dom.js';
import { t } from './language.js';

const OBJECTS = [['marker', t('Markers')], ['piece', t('Piece')]];
const CHANNELS = ['cr', 'cb', 'luma', 'red', 'green', 'blue'];
const VIEWS = [['off', t('the picture')], ['channel', t('the channel')], ['mask', t('the mask')]];
const WIDTHS = [320, 640, 960, 1280];

export class CameraControls {
  /**
   * @param {object} listeners
   * @param {(change: object) => void} listeners.change takes fields of the settings
   * @param {(view: object) => void} listeners.debug
   * @param {(width: number) => void} listeners.width
   */
  constructor(listeners) {
    this.listeners = listeners;
    this.object = 'marker';
    this.settings = null;
    this.objects = OBJECTS.map(([name, label]) => button(label, () => this.pick(name), { 'aria-pressed': String(name === this.object) }));
    this.channel = select(t('Channel'), CHANNELS.map((name) => [name, name]), () => this.setBound({ channel: this.channel.value }));
    this.lower = slider(t('Lower bound'), 0, 255, 1, () => this.setBound({ lower: this.lower.valueAsNumber }));
    this.upper = slider(t('Upper bound'), 0, 255, 1, () => this.setBound({ upper: this.upper.valueAsNumber }));
    this.range = h('code');
    this.view = select(t('Show'), VIEWS, () => this.debug());
    this.geometry = select(t('Board'), [['projective', t('in perspective')], ['rectangle', t('an upright rectangle')]], () => this.change({ geometry: this.geometry.value }));
    this.dwell = select(t('Move made'), [['', t('by button or key')], ['0.5', t('after half a second')], ['1', t('after a second')], ['2', t('after two seconds')]], () => {
      const seconds = this.dwell.value === '' ? null : Number(this.dwell.value);
      this.change({ dwell: { ...this.settings.dwell, seconds } });
    });
    this.width = select(t('Pictures'), WIDTHS.map((width) => [String(width), t('{width} wide', { width })]), () => this.listeners.width(Number(this.width.value)));
    this.width.value = '640';
    this.element = h('details.camera-controls', {}, h('summary', {}, t('Colors and settings')),
      h('div.row', { role: 'group', 'aria-label': t('Colors of') }, this.objects, this.range),
      h('div.camera-fields', {}, [this.channel, this.lower, this.upper, this.view, this.geometry, this.dwell, this.width].map((field) => field.parentElement)));
  }

  /** Shows the settings that the server has. */
  show(settings) {
    this.settings = settings;
    const bounds = settings[this.object];
    const [bound] = bounds;
    this.range.textContent = bounds.length ? bounds.map(({ channel, lower, upper }) => `${channel} ${lower}–${upper}`).join(', ') : t('no color yet');
    if (bound) {
      this.channel.value = bound.channel;
      this.lower.value = bound.lower;
      this.upper.value = bound.upper;
    }
    this.geometry.value = settings.geometry;
    this.dwell.value = settings.dwell.seconds === null ? '' : String(settings.dwell.seconds);
  }

  /** Whose color is looked at. */
  pick(name) {
    this.object = name;
    OBJECTS.forEach(([other], k) => this.objects[k].setAttribute('aria-pressed', String(other === name)));
    if (this.settings) this.show(this.settings);
    this.debug();
  }

  change(fields) {
    if (this.settings) this.listeners.change(fields);
  }

  /** Changes the first bound of the color; another channel stands alone. */
  setBound(fields) {
    if (!this.settings) return;
    const [first, ...others] = this.settings[this.object];
    const bound = { channel: 'cr', lower: 0, upper: 255, ...first, ...fields };
    if (fields.lower > bound.upper) bound.upper = fields.lower;
    if (fields.upper < bound.lower) bound.lower = fields.upper;
    this.change({ [this.object]: [bound, ...(fields.channel ? [] : others)] });
    this.debug();
  }

  debug() {
    const view = this.view.value;
    this.listeners.debug({ type: 'debug', view, ...(view === 'channel' && { channel: this.channel.value }), ...(view === 'mask' && { object: this.object }) });
  }
}

/** A labeled choice; its parent is the label. */
function select(label, options, onchange) {
  const element = h('select', { onchange }, options.map(([value, text]) => h('option', { value }, text)));
  h('label.camera-field', {}, h('span', {}, label), element);
  return element;
}

function slider(label, min, max, step, oninput) {
  const element = h('input', { type: 'range', min, max, step, oninput });
  h('label.camera-field', {}, h('span', {}, label), element);
  return element;
}
