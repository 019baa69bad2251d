import type { Play } from "./play.svelte";
import type { ReplayPlace } from "../../protocol/table";

/** Between two moments while the replay runs, in milliseconds. */
export const BEAT = 1000;

/** Steps through a game that was played. Python knows the moments; at most one wish is on its way, the latest one follows. */
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

  /** Which of the rounds is shown, from 0. */
  get round() {
    return (this.place?.rounds ?? []).findLastIndex(({ at }) => at <= this.at);
  }

  seek(at: number) {
    this.#wanted = Math.min(Math.max(at, 0), this.last);
    this.#send();
  }

  /** One moment on or back, as seen from the place that was asked for last. */
  step(by: number) {
    this.seek((this.#wanted ?? this.at) + by);
  }

  /** To the start of this round, or of the one before or after. */
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

  /** Takes note of a new view. */
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
    if (at !== null && at !== this.at) this.play.bridge.ask("seek", { at });
  }

  #wait() {
    clearTimeout(this.#timer);
    if (!this.place || this.at === this.last) this.running = this.running && this.#wanted !== null;
    if (this.running) this.#timer = setTimeout(() => this.step(1), BEAT);
  }
}

/** The keys of a replay; true when the key was one. */
export function replayKey(replay: Replay, key: string): boolean {
  const deeds: Record<string, () => void> = {
    ArrowLeft: () => replay.step(-1),
    ArrowRight: () => replay.step(1),
    Home: () => replay.seek(0),
    End: () => replay.seek(replay.last),
    PageUp: () => replay.leap(-1),
    PageDown: () => replay.leap(1),
  };
  deeds[key]?.();
  return key in deeds;
}
