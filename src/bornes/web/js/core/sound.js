/**
 * Sounds, made here and not recorded: small, quiet, and off by one click.
 *
 * A browser lets nothing be heard before the first touch, so the sound is made ready then.
 */

/** @type {AudioContext | null} */
let audio = null;
/** @type {GainNode | null} */
let volume = null;
let wanted = true;

/** Let sounds be heard, or not. @param {boolean} on */
export function setSound(on) {
  wanted = on;
}

/** Make the sound ready: called by the first touch, click or key. */
export function wakeSound() {
  if (audio || !("AudioContext" in window)) {
    if (audio?.state === "suspended") audio.resume();
    return;
  }
  audio = new AudioContext();
  volume = audio.createGain();
  volume.gain.value = 0.125; // −18 dB
  volume.connect(audio.destination);
}

/**
 * @param {OscillatorType} shape
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 * @param {number} [to]
 */
function tone(shape, pitch, start, length, to = pitch) {
  if (!audio || !volume) return;
  const at = audio.currentTime + start,
    oscillator = audio.createOscillator(),
    gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(1, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(volume);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/**
 * A short breath of noise, as of a card on a table.
 * @param {number} start
 * @param {number} length
 * @param {number} pitch
 */
function noise(start, length, pitch) {
  if (!audio || !volume) return;
  const frames = Math.ceil(audio.sampleRate * length),
    buffer = audio.createBuffer(1, frames, audio.sampleRate),
    data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / frames);
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(volume);
  source.start(audio.currentTime + start);
}

const FIFTHS = { 25: 0, 50: 1, 75: 2, 100: 3, 200: 4 };

const SOUNDS = {
  card: () => noise(0, 0.03, 2400),
  /** An engine: two pulses, higher for a longer way. @param {string} [card] */
  distance: (card) => {
    const pitch = 55 * 1.5 ** ((FIFTHS[/** @type {keyof typeof FIFTHS} */ (Number(card))] ?? 0) ** 0.8);
    tone("sawtooth", pitch, 0, 0.16, pitch * 1.5);
    tone("sawtooth", pitch * 1.25, 0.14, 0.24, pitch * 2);
  },
  hazard: () => {
    tone("square", 440, 0, 0.14);
    tone("square", 349, 0.15, 0.22);
  },
  remedy: () => {
    for (let i = 0; i < 5; i += 1) noise(i * 0.045, 0.02, 1800 + i * 300);
  },
  safety: () => {
    tone("sine", 1760, 0, 0.5);
    tone("sine", 2640, 0.02, 0.4);
    tone("sine", 1760, 0.18, 0.5);
  },
  coup: () => {
    tone("square", 523, 0, 0.14);
    tone("square", 659, 0.13, 0.14);
    tone("square", 784, 0.26, 0.4);
  },
  turn: () => tone("sine", 880, 0, 0.12),
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** Let a sound be heard, if sounds are wanted. @param {Sound} name @param {string} [card] */
export function play(name, card) {
  if (wanted && audio && audio.state === "running") SOUNDS[name](card);
}
