import type { Bridge } from "../shared/adapter.svelte";

type Request = [kind: string, fields?: Record<string, unknown>];

/** A queue of requests to Python: none is lost while Python is busy. */
export class RequestQueue {
  readonly #bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }>, "ask" | "busy">;
  #waiting = $state.raw<Request[]>([]);

  constructor(bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }>, "ask" | "busy">) {
    this.#bridge = bridge;
  }

  ask(...request: Request) {
    this.#waiting = [...this.#waiting, request];
    this.send();
  }

  /** Send the next request unless Python is busy. Call it whenever `busy` changes. */
  send() {
    const [first, ...rest] = this.#waiting;
    if (!first || this.#bridge.busy) return;
    this.#waiting = rest;
    this.#bridge.ask(...first);
  }
}
