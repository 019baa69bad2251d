import type { Socket } from "../connection/connection.svelte";

/** The first text from a worker, once its Python is ready. */
const READY = "ready";
/** The last text from a worker whose Python has stopped, or did not start. */
const ENDED = "ended";
/** The prefix of texts before the first one, followed by the share of Python that has arrived. */
const LOADING = "loading ";
/** A text and the answer that the worker gives at once, unless its Python is busy. */
const [PING, PONG] = ["ping", "pong"];
/** The time after which a busy worker is terminated if it may be running a learner's code, in milliseconds. */
export const BUSY = 15_000;

/** A worker with Python in this browser, as a socket; every other text is a message. */
export class WorkerSocket implements Socket {
  readonly local = true;
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;
  onerror: WebSocket["onerror"] = null;
  readonly #worker: Worker;
  readonly #arrived: (share: number) => void;
  readonly #hung: (() => void) | undefined;
  #ready = false;
  #asked = false;
  #patience: ReturnType<typeof setTimeout> | undefined;

  /**
   * Start a worker. Its name is its purpose: "lesson", or "confined" for the learner's own code there; a game has none.
   * `arrived` receives the share of its Python that has arrived, 0 to 1. With `hung`, it is terminated if it hangs.
   */
  constructor(url: string, name: "" | "lesson" | "confined" = "", arrived: (share: number) => void = () => {}, hung?: () => void) {
    this.#arrived = arrived;
    this.#hung = hung;
    this.#worker = new Worker(url, { type: "module", name });
    this.#worker.onmessage = (event: MessageEvent<string>) => this.#take(event);
    this.#worker.onerror = (event) => this.#fail(event);
  }

  send(text: string) {
    this.#worker.postMessage(text);
    this.#asked = true;
    if (this.#ready) this.#watch();
  }

  /** Wait this long for the answer; before the worker is ready, none of the learner's code runs. */
  #watch() {
    if (!this.#hung || this.#patience || !this.#asked) return;
    this.#worker.postMessage(PING);
    this.#patience = setTimeout(() => {
      this.#hung!();
      this.onclose?.call(this as never, new CloseEvent("close"));
    }, BUSY);
  }

  close() {
    clearTimeout(this.#patience);
    this.#worker.terminate();
  }

  #take(event: MessageEvent<string>) {
    if (event.data === ENDED) this.onclose?.call(this as never, new CloseEvent("close"));
    else if (event.data === PONG) {
      clearTimeout(this.#patience);
      this.#patience = undefined;
    } else if (this.#ready) this.onmessage?.call(this as never, event);
    else if (event.data === READY) {
      this.#ready = true;
      this.#watch();
      this.onopen?.call(this as never, new Event("open"));
    } else if (event.data.startsWith(LOADING)) this.#arrived(Number(event.data.slice(LOADING.length)));
  }

  /** An error before the start ends the worker; a later one concerns one message, which the page sends again. */
  #fail(event: Event) {
    if (!this.#ready) this.onerror?.call(this as never, event);
  }
}
