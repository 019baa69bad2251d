import type { AnyModel } from "@anywidget/types";
import type { LiveTell } from "../protocol/live";
import type { Line, Said } from "./line.svelte";

type Listener = (...values: unknown[]) => void;

/** A table at the other end of a line, as a widget's model: what the adapter asks of one, and no more. */
export class SocketModel {
  readonly #line: Line;
  readonly #values: { about?: unknown; view?: unknown } = {};
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Carry out a request of the table that concerns the whole page; return true if it was one. */
  readonly #own: (message: Said) => boolean;

  constructor(line: Line, own: (message: Said) => boolean = () => false) {
    this.#line = line;
    this.#own = own;
  }

  get ready() {
    return Boolean(this.#values.about && this.#values.view);
  }

  get = (name: string) => this.#values[name as "about" | "view"];

  on = (name: string, listener: Listener) => {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  };

  off = (name: string, listener: Listener) => {
    this.#listeners.get(name)?.delete(listener);
  };

  send = (message: Said) => {
    if (message.kind === "ping") {
      if (this.#line.alive) this.#fire("msg:custom", { kind: "pong", id: message.id });
    } else if (!this.#own(message)) this.#line.say(message.kind === "hello" ? { ...message, tokens: [] } : message);
  };

  /** Take what the service tells about this table. */
  take({ about, view, message }: LiveTell) {
    // Both are there before anybody looks.
    const changed = Object.entries({ about, view }).filter(([, value]) => value);
    Object.assign(this.#values, Object.fromEntries(changed));
    changed.forEach(([name]) => this.#fire(`change:${name}`));
    if (message) this.#fire("msg:custom", message);
  }

  /** The model as the adapter's type. */
  get model() {
    return this as unknown as AnyModel;
  }

  #fire(name: string, ...values: unknown[]) {
    this.#listeners.get(name)?.forEach((listener) => listener(...values));
  }
}
