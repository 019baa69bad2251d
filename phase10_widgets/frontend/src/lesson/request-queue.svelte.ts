import type { Bridge } from "../shared/adapter.svelte";

type Request = [kind: string, fields?: Record<string, unknown>];

/** What somebody asks of Python, one after the other: nothing is lost while Python is still at something else. */
export class Requests {
  readonly #bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }>, "ask" | "busy">;
  #waiting = $state.raw<Request[]>([]);

  constructor(bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }>, "ask" | "busy">) {
    this.#bridge = bridge;
  }

  ask(...request: Request) {
    this.#waiting = [...this.#waiting, request];
    this.send();
  }

  /** Sends the next one, unless Python is still at the last. To be called whenever `busy` changes. */
  send() {
    const [first, ...rest] = this.#waiting;
    if (!first || this.#bridge.busy) return;
    this.#waiting = rest;
    this.#bridge.ask(...first);
  }
}
