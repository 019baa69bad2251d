import type { Bridge, Call } from "../shared/adapter.svelte";

/** A queue of requests to Python: none is lost while Python is busy. */
export class RequestQueue<R> {
  readonly #bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }, R>, "request" | "busy">;
  #waiting = $state.raw<Call<R>[]>([]);
  #sent = $state.raw<Call<R>[0] | null>(null);

  constructor(bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }, R>, "request" | "busy">) {
    this.#bridge = bridge;
  }

  /** The kind of the last request sent. */
  get sent() {
    return this.#sent;
  }

  add(...request: Call<R>) {
    this.#waiting = [...this.#waiting, request];
    this.send();
  }

  /** Send the next request unless Python is busy. Call it whenever `busy` changes. */
  send() {
    const [first, ...rest] = this.#waiting;
    if (!first || this.#bridge.busy) return;
    this.#waiting = rest;
    this.#sent = first[0];
    this.#bridge.request(...first);
  }
}
