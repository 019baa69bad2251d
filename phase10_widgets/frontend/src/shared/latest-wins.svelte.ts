import type { Answered } from "../protocol/ui";

/** A connection to Python that accepts choices. */
interface Choosing<A> {
  readonly state: { view: Answered & { asked: A } };
  readonly busy: boolean;
  request(kind: "choose", fields: Partial<A>): boolean;
}

/** Choices made while Python may be busy: the latest one wins, and is shown at once. */
export class LatestWins<A extends object, B extends Choosing<A> = Choosing<A>> {
  readonly bridge: B;
  #waiting = $state.raw<Partial<A> | null>(null);
  #sent = $state.raw<Partial<A> | null>(null);

  constructor(bridge: B) {
    this.bridge = bridge;
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
    this.bridge.request("choose", change);
  }
}
