import type { AnyModel } from "@anywidget/types";
import type { Said } from "./line.svelte";

type Listener = (...values: unknown[]) => void;

/** What a screen is told. */
interface Told {
  about?: object;
  view?: object;
  /** The progress that this browser should store. */
  kept?: string;
  message?: object;
}

/** A screen's Python at the other end of a line, as a widget's model: what the adapter asks of one, and no more. */
export class LineModel {
  readonly #line: { readonly alive: boolean };
  readonly #say: (message: Said) => void;
  readonly #values: Record<string, unknown>;
  readonly #listeners = new Map<string, Set<Listener>>();

  /** `say` sends a message of the screen; `values` never change. */
  constructor(line: { readonly alive: boolean }, say: (message: Said) => void, values: Record<string, unknown> = {}) {
    this.#line = line;
    this.#say = say;
    this.#values = { ...values };
  }

  get ready() {
    return Boolean(this.#values.about && this.#values.view);
  }

  get = (name: string) => this.#values[name];

  on = (name: string, listener: Listener) => {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  };

  off = (name: string, listener: Listener) => {
    this.#listeners.get(name)?.delete(listener);
  };

  send = (message: Said) => {
    if (message.kind !== "ping") this.#say(message);
    else if (this.#line.alive) this.#fire("msg:custom", { kind: "pong", id: message.id });
  };

  /** Take what this screen is told. */
  take({ about, view, kept, message }: Told) {
    // All are there before anybody looks.
    const changed = Object.entries({ about, view, kept }).filter(([, value]) => value);
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
