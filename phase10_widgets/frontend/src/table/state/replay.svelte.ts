import type { Play } from "./play.svelte";
import type { ReplayPlace } from "../../protocol/table";

/** The time between two moments while the replay runs, in milliseconds. */
export const STEP_INTERVAL = 1000;

/** Steps through a replay. Python has the moments; at most one request is pending, and only the latest follows. */
export class Replay {
  readonly play: Play;
  running = $state.raw(false);
  #wanted: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(play: Play) {
    this.play = play;
  }

  get place(): ReplayPlace | null {
    return this.play.view.replay;
  }

  get at() {
    return this.place?.at ?? 0;
  }

  get last() {
    return this.place?.last ?? 0;
  }

  /** The index of the current round, from 0. */
  get round() {
    return (this.place?.rounds ?? []).findLastIndex(({ at }) => at <= this.at);
  }

  seek(at: number) {
    this.#wanted = Math.min(Math.max(at, 0), this.last);
    this.#send();
  }

  /** Step forward or back from the moment requested last. */
  step(by: number) {
    this.seek((this.#wanted ?? this.at) + by);
  }

  /** Go to the start of this round, or of the previous or next one. */
  leap(by: 1 | -1) {
    const rounds = this.place?.rounds ?? [];
    const here = rounds[this.round];
    const back = by < 0 && here && this.at > here.at;
    const to = back ? here : rounds[this.round + by];
    this.seek(to?.at ?? (by < 0 ? 0 : this.last));
  }

  toggle() {
    this.running = !this.running;
    if (this.running && this.at === this.last) this.seek(0);
    this.#wait();
  }

  /** Process a new view. */
  arrived() {
    if (this.#wanted === this.at) this.#wanted = null;
    this.#send();
    this.#wait();
  }

  close() {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #send() {
    const at = this.#wanted;
    if (at !== null && at !== this.at) this.play.bridge.request("seek", { at });
  }

  #wait() {
    clearTimeout(this.#timer);
    if (!this.place || this.at === this.last) this.running = this.running && this.#wanted !== null;
    if (this.running) this.#timer = setTimeout(() => this.step(1), STEP_INTERVAL);
  }
}

/** Handle the keys of a replay; return true if the key was one. */
export function replayKey(replay: Replay, key: string): boolean {
  const steps: Record<string, () => void> = {
    ArrowLeft: () => replay.step(-1),
    ArrowRight: () => replay.step(1),
    Home: () => replay.seek(0),
    End: () => replay.seek(replay.last),
    PageUp: () => replay.leap(-1),
    PageDown: () => replay.leap(1),
  };
  steps[key]?.();
  return key in steps;
}
