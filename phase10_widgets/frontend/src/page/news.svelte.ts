import { text } from "../strings/solo";
import type { PageLine } from "./line.svelte";

/** How long a sentence about an event stays, in milliseconds. */
const STAYS = 12_000;

/** What a page has to say about its lines. */
export class News {
  /** Say something to people who do not see the page. */
  readonly announce: (words: string) => void;
  #lines = $state.raw<PageLine[]>([]);
  /** Those of them whose Python is in this browser. */
  #local = $state.raw<PageLine[]>([]);
  #event = $state.raw("");
  #share = $state.raw(0);
  #ends: ReturnType<typeof setTimeout> | undefined;

  constructor(announce: (words: string) => void) {
    this.announce = announce;
  }

  add(line: PageLine, local: boolean) {
    this.#lines = [...this.#lines, line];
    if (local) this.#local = [...this.#local, line];
  }

  /** Note what share of Python has arrived in this browser, 0 to 1. */
  arrive = (share: number) => {
    this.#share = share;
  };

  /** Tell an event for a while. */
  say(words: string) {
    clearTimeout(this.#ends);
    this.#event = words;
    this.#ends = setTimeout(() => (this.#event = ""), STAYS);
  }

  /** The reason for which a line has ended for good. */
  get bye() {
    return this.#lines.find((line) => line.bye)?.bye ?? null;
  }

  /** The share of Python that has arrived until it starts for the first time, 0 (or unknown) to 1; null after that. */
  get arriving() {
    return this.#local.some((line) => line.welcome === null) ? this.#share : null;
  }

  /** What matters most. */
  get told() {
    const { bye } = this;
    if (bye) return bye.why || (bye.code === 4409 ? text.outdated : text.ended);
    return this.#event || (this.#lines.some((line) => line.lost) ? text.lost : this.arriving === null ? "" : text.starting);
  }
}
