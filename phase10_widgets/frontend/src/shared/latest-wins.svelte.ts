import type { Answered } from "../protocol/messages";

/** A line to Python on which something can be chosen. */
interface Choosing<A> {
  readonly state: { view: Answered & { asked: A } };
  readonly busy: boolean;
  ask(kind: "choose", fields: Partial<A>): boolean;
}

/** What somebody asks for while Python may still answer: the last wish counts, and is shown at once. */
export class Asking<A extends object, B extends Choosing<A> = Choosing<A>> {
  readonly bridge: B;
  #waiting = $state.raw<Partial<A> | null>(null);
  #sent = $state.raw<Partial<A> | null>(null);

  constructor(bridge: B) {
    this.bridge = bridge;
  }

  /** What is asked, as far as somebody has said by now. */
  get shown(): A {
    return { ...this.bridge.state.view.asked, ...(this.bridge.busy ? this.#sent : null), ...this.#waiting };
  }

  choose(change: Partial<A>) {
    this.#waiting = { ...this.#waiting, ...change };
    this.send();
  }

  /** Sends what waits, unless Python is still at the last wish. */
  send() {
    const wish = this.#waiting;
    if (!wish || this.bridge.busy) return;
    this.#sent = wish;
    this.#waiting = null;
    this.bridge.ask("choose", wish);
  }
}
