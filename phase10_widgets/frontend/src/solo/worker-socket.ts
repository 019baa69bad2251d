import type { Socket } from "../line/line.svelte";

/** The first text of a worker, once its Python listens. */
const READY = "ready";
/** The last text of a worker whose Python has stopped, or did not start. */
const ENDED = "ended";
/** Before the first text: this and the share of Python that has arrived. */
const LOADING = "loading ";

/** A worker of this browser, with Python in it, as a socket: every other text is a message. */
export class WorkerSocket implements Socket {
  readonly local = true;
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;
  onerror: WebSocket["onerror"] = null;
  readonly #worker: Worker;
  readonly #arrived: (share: number) => void;
  #ready = false;

  /** Start a worker; `arrived` hears what share of its Python is there, 0 to 1. */
  constructor(url: string, arrived: (share: number) => void = () => {}) {
    this.#arrived = arrived;
    this.#worker = new Worker(url, { type: "module" });
    this.#worker.onmessage = (event: MessageEvent<string>) => this.#take(event);
    this.#worker.onerror = (event) => this.#fail(event);
  }

  send(text: string) {
    this.#worker.postMessage(text);
  }

  close() {
    this.#worker.terminate();
  }

  #take(event: MessageEvent<string>) {
    if (event.data === ENDED) this.onclose?.call(this as never, new CloseEvent("close"));
    else if (this.#ready) this.onmessage?.call(this as never, event);
    else if (event.data === READY) {
      this.#ready = true;
      this.onopen?.call(this as never, new Event("open"));
    } else if (event.data.startsWith(LOADING)) this.#arrived(Number(event.data.slice(LOADING.length)));
  }

  /** An error before the start is the end; a later one concerns one message, which the page sends again. */
  #fail(event: Event) {
    if (!this.#ready) this.onerror?.call(this as never, event);
  }
}
