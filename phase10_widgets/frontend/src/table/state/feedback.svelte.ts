import { calm, readPreference, writePreference } from "../../shared/preferences";
import type { View } from "../../protocol/table";

/** A piece of a sound: a tone or a rustle, which may glide to another pitch; times are in seconds, pitches in hertz. */
export interface Note {
  at: number;
  length: number;
  gain: number;
  hz: number;
  to?: number;
  rustle?: true;
}

export type Sound = "draw" | "place" | "lay" | "turn" | "round" | "win";

const tone = (at: number, hz: number, length: number, gain = 0.12): Note => ({ at, hz, length, gain });
const rustle = (at: number, hz: number, length: number, gain: number): Note => ({ at, hz, to: hz / 2, length, gain, rustle: true });

/** Every sound is synthesized and shorter than a quarter of a second. */
export const SOUNDS: Record<Sound, Note[]> = {
  draw: [rustle(0, 3200, 0.07, 0.25)],
  place: [rustle(0, 1400, 0.06, 0.4), tone(0.02, 130, 0.06, 0.2)],
  lay: [rustle(0, 1400, 0.05, 0.4), rustle(0.06, 1600, 0.05, 0.4), tone(0.1, 523, 0.06), tone(0.16, 784, 0.08)],
  turn: [tone(0, 660, 0.08, 0.1), tone(0.08, 880, 0.12, 0.1)],
  round: [tone(0, 659, 0.1), tone(0.1, 523, 0.13)],
  win: [tone(0, 523, 0.08), tone(0.07, 659, 0.08), tone(0.14, 1047, 0.1)],
};

/** Milliseconds of vibration, and of the pauses between. */
export const BUZZES: Partial<Record<Sound, number[]>> = { lay: [20, 30, 20], turn: [30], round: [40], win: [30, 40, 30, 40, 60] };

/** Return the sound of the most important event between two views. */
export function soundOf(view: View, was: View | null): Sound | null {
  const types = new Set(view.events.map(({ type }) => type));
  if (view.over && !was?.over) return view.you !== null && view.over.winners.includes(view.you) ? "win" : "round";
  if (types.has("round_ended")) return "round";
  if (types.has("phase_laid")) return "lay";
  const mine = (each: View | null) => each?.you != null && !each.summary && !each.curtain && each.observation?.to_act === each.you;
  if (was && mine(view) && !mine(was)) return "turn";
  if (["discarded", "hit", "saved"].some((type) => types.has(type as never))) return "place";
  return types.has("drawn") ? "draw" : null;
}

type Switch = "sound" | "vibration";

/** Sounds and vibration, each with a remembered switch. Both are initially off if the system asks for less motion. */
export class Feedback {
  readonly #on: Record<Switch, () => boolean>;
  #sound = $state.raw<string | null>(readPreference("sound", ["on", "off"]));
  #vibration = $state.raw<string | null>(readPreference("vibration", ["on", "off"]));
  #context: AudioContext | null = null;

  /** `page` is true if the game fills the page; in a notebook, sound is initially off. */
  constructor(page: () => boolean) {
    this.#on = {
      sound: () => (this.#sound ?? (page() && !calm() ? "on" : "off")) === "on",
      vibration: () => this.canVibrate && (this.#vibration ?? (calm() ? "off" : "on")) === "on",
    };
  }

  get canVibrate(): boolean {
    return typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
  }

  on(which: Switch): boolean {
    return this.#on[which]();
  }

  set(which: Switch, on: boolean) {
    const value = on ? "on" : "off";
    if (which === "sound") this.#sound = value;
    else this.#vibration = value;
    writePreference(which, value);
    if (on) this.give("turn");
  }

  /** Play the sound and vibration of a view. */
  hear(view: View, was: View | null) {
    const sound = soundOf(view, was);
    if (sound) this.give(sound);
  }

  give(sound: Sound) {
    if (this.on("sound")) this.#play(SOUNDS[sound]);
    const buzz = BUZZES[sound];
    if (buzz && this.on("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate(buzz);
  }

  /** Play the notes. A browser stays silent until the person has pressed something. */
  #play(notes: Note[]) {
    if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
    const context = (this.#context ??= new AudioContext());
    if (context.state === "suspended") void context.resume();
    for (const note of notes) start(context, note);
  }

  close() {
    void this.#context?.close();
    this.#context = null;
  }
}

function start(context: AudioContext, { at, length, gain, hz, to = hz, rustle }: Note) {
  const begin = context.currentTime + at;
  const end = begin + length;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(gain, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  if (rustle) {
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(hz, begin);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    filter.connect(volume);
    const source = context.createBufferSource();
    source.buffer = noise(context, length);
    source.connect(filter);
    source.start(begin);
  } else {
    const source = context.createOscillator();
    source.type = "triangle";
    source.frequency.setValueAtTime(hz, begin);
    source.connect(volume);
    source.start(begin);
    source.stop(end);
  }
}

/** White noise for this many seconds. */
function noise(context: AudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  buffer.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
  return buffer;
}
