import type { Bridge } from "./adapter.svelte";
import type { Answered } from "../protocol/odds";

/** Choices made while Python may be busy: the latest one wins, and is shown at once. */
export class LatestWins<A extends object> {
  readonly bridge: Bridge<{ view: Answered & { asked: A } }>;
  #waiting = $state.raw<Partial<A> | null>(null);
  #sent = $state.raw<Partial<A> | null>(null);

  constructor(bridge: Bridge<{ view: Answered }>) {
    this.bridge = bridge as Bridge<{ view: Answered & { asked: A } }>;
  }

  /** The choices so far, including those not sent yet. */
  get shown(): A {
    return { ...this.bridge.state.view.asked, ...(this.bridge.busy ? this.#sent : null), ...this.#waiting };
  }

  choose(change: Partial<A>) {
    this.#waiting = { ...this.#waiting, ...change };
    this.send();
  }

  /** Send the waiting change unless Python is busy. */
  send() {
    const change = this.#waiting;
    if (!change || this.bridge.busy) return;
    this.#sent = change;
    this.#waiting = null;
    this.bridge.ask("choose", change as Record<string, unknown>);
  }
}
