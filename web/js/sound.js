// The sounds of a game: a stone that is put down, one that is taken, and the end.

import { recall, remember } from './dom.js';

let isOn = recall('sound', true);

/** @type {AudioContext|null} Made with the first sound. */
let context = null;

export const hasSound = () => isOn;

/** @param {boolean} on */
export function setSound(on) {
  isOn = on;
  remember('sound', on);
}

/** Each as notes: a pitch in hertz, when it begins and how long it rings, in seconds, and how loud. */
const SOUNDS = {
  move: [[520, 0, 0.07, 0.3], [1040, 0, 0.03, 0.12]],
  take: [[390, 0, 0.09, 0.34], [260, 0.05, 0.1, 0.26]],
  end: [[392, 0, 0.35, 0.16], [494, 0.12, 0.35, 0.16], [587, 0.24, 0.5, 0.16]],
};

/**
 * What a move sounds like.
 * @param {Position} before
 * @param {Position} after
 * @returns {keyof typeof SOUNDS}
 */
export function soundOf(before, after) {
  if (after.over) return 'end';
  const count = ({ boards }) => boards.flatMap(({ cells }) => cells.flat()).filter((words) => words?.length).length;
  return count(after) < count(before) ? 'take' : 'move';
}

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  // Where nothing was clicked yet, browsers want no sound.
  if (!isOn || !('AudioContext' in window) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const note of SOUNDS[name]) ring(context, note);
}

/**
 * @param {AudioContext} audio
 * @param {number[]} note
 */
function ring(audio, [pitch, delay, length, loudness]) {
  const start = audio.currentTime + delay;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(audio, { gain: loudness });
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
