import type { Bridge, Call } from "../shared/adapter.svelte";

/** What somebody asks of Python, one after the other: nothing is lost while Python is still at something else. */
export class Requests<R> {
  readonly #bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }, R>, "ask" | "busy">;
  #waiting = $state.raw<Call<R>[]>([]);

  constructor(bridge: Pick<Bridge<{ view: { rev: number; ack: string | null } }, R>, "ask" | "busy">) {
    this.#bridge = bridge;
  }

  ask(...request: Call<R>) {
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
