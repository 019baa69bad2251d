import type { Socket } from "../line/line.svelte";

/** The first text of a worker, once its Python listens. */
const READY = "ready";
/** The last text of a worker whose Python has stopped, or did not start. */
const ENDED = "ended";
/** Before the first text: this and the share of Python that has arrived. */
const LOADING = "loading ";
/** A text that the worker answers at once with the other one, unless its Python is busy. */
const [PING, PONG] = ["ping", "pong"];
/** The milliseconds after which a Python that is still busy is ended, where a learner's code may be what it runs. */
export const BUSY = 15_000;

/** A worker of this browser, with Python in it, as a socket: every other text is a message. */
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
   * Start a worker. Its name says what it is for: a "lesson", or, "confined", the learner's own code there; a game has none.
   * `arrived` hears what share of its Python is there, 0 to 1. With `hung`, it is ended if it hangs.
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

  /** Wait so long for what it was asked; before it is ready, none of the learner's code runs. */
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

  /** An error before the start is the end; a later one concerns one message, which the page sends again. */
  #fail(event: Event) {
    if (!this.#ready) this.onerror?.call(this as never, event);
  }
}
