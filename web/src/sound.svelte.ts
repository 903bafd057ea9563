// Small sounds made here: wood, cloth and a bell. One switch for all of them.

import { settings } from "./settings.svelte";

export type Sound = "tile" | "figure" | "points" | "turn" | "end";

let audio: AudioContext | undefined;

/** Filtered noise that dies away: wood when short and low, cloth when soft and high. */
function noise(at: number, seconds: number, pitch: number, volume: number): void {
  const length = Math.ceil(audio!.sampleRate * seconds);
  const buffer = audio!.createBuffer(1, length, audio!.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; ++i) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio!.createBufferSource(),
    filter = audio!.createBiquadFilter(),
    gain = audio!.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio!.destination);
  source.start(at);
}
/** A tone with its overtone, struck once. */
function bell(at: number, pitch: number, seconds: number, volume: number): void {
  for (const [times, share] of [
    [1, 1],
    [2.76, 0.3],
  ] as const) {
    const tone = audio!.createOscillator(),
      gain = audio!.createGain();
    tone.frequency.value = pitch * times;
    gain.gain.setValueAtTime(volume * share, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds / times);
    tone.connect(gain).connect(audio!.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
const sounds: Record<Sound, (now: number) => void> = {
  tile: (now) => {
    noise(now, 0.09, 320, 0.9);
    noise(now + 0.015, 0.05, 900, 0.35);
  },
  figure: (now) => noise(now, 0.14, 1800, 0.16),
  points: (now) => bell(now, 880, 0.7, 0.09),
  turn: (now) => [523, 659].forEach((pitch, i) => bell(now + i * 0.16, pitch, 0.4, 0.12)),
  end: (now) => [523, 659, 784, 1047].forEach((pitch, i) => bell(now + i * 0.14, pitch, 0.9, 0.1)),
};

export function play_sound(sound: Sound): void {
  if (!settings.sound || document.hidden || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  // Silent until somebody has touched the page.
  if (audio.state === "suspended") void audio.resume();
  sounds[sound](audio.currentTime);
}
