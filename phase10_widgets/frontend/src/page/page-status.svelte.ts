import { text } from "../strings/solo";
import type { PageConnection } from "./page-connection.svelte";

/** The time for which a sentence about an event stays, in milliseconds. */
const STAYS = 12_000;

/** The status of a page: its connections and the latest events. */
export class PageStatus {
  /** Announce something to screen readers. */
  readonly announce: (words: string) => void;
  #connections = $state.raw<PageConnection[]>([]);
  /** The connections whose Python is in this browser. */
  #local = $state.raw<PageConnection[]>([]);
  #event = $state.raw("");
  #share = $state.raw(0);
  #ends: ReturnType<typeof setTimeout> | undefined;

  constructor(announce: (words: string) => void) {
    this.announce = announce;
  }

  add(connection: PageConnection, local: boolean) {
    this.#connections = [...this.#connections, connection];
    if (local) this.#local = [...this.#local, connection];
  }

  /** Record the share of Python that has arrived in this browser, 0 to 1. */
  arrive = (share: number) => {
    this.#share = share;
  };

  /** Show a sentence about an event for a while. */
  report(words: string) {
    clearTimeout(this.#ends);
    this.#event = words;
    this.#ends = setTimeout(() => (this.#event = ""), STAYS);
  }

  /** The reason why a connection has ended for good. */
  get bye() {
    return this.#connections.find((connection) => connection.bye)?.bye ?? null;
  }

  /** The share of Python that has arrived until it starts for the first time, 0 (or unknown) to 1; null after that. */
  get arriving() {
    return this.#local.some((connection) => connection.welcome === null) ? this.#share : null;
  }

  /** The most important message now; empty if there is none. */
  get message() {
    const { bye } = this;
    if (bye) return bye.why || (bye.code === 4409 ? text.outdated : text.ended);
    return this.#event || (this.#connections.some((connection) => connection.lost) ? text.lost : this.arriving === null ? "" : text.starting);
  }
}
