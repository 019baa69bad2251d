import type { AnyModel } from "@anywidget/types";
import type { ScreenMessage } from "./connection.svelte";

const MESSAGE = "msg:custom";

type Listener = (...values: unknown[]) => void;

/** New values of a screen, or a message to it. */
export interface ScreenUpdate {
  about?: object;
  view?: object;
  /** The progress that this browser should store. */
  kept?: string;
  /** The address of the catalog in the screen's language. */
  _catalog?: string;
  message?: object;
}

/** A screen's Python at the other end of a connection, as a widget's model with only the methods that the adapter needs. */
export class ConnectionModel {
  readonly #connection: { readonly alive: boolean };
  readonly #say: (message: ScreenMessage) => void;
  readonly #values: Record<string, unknown>;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** The messages that arrived before anyone listened, since a screen's script may arrive late. */
  readonly #early: object[] = [];

  /** `say` sends a message from the screen; `values` never change. */
  constructor(connection: { readonly alive: boolean }, say: (message: ScreenMessage) => void, values: Record<string, unknown> = {}) {
    this.#connection = connection;
    this.#say = say;
    this.#values = { ...values };
  }

  get ready() {
    return Boolean(this.#values.about && this.#values.view);
  }

  get = (name: string) => this.#values[name];

  on = (name: string, listener: Listener) => {
    if (name === MESSAGE) this.#early.splice(0).forEach((message) => listener(message));
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  };

  off = (name: string, listener: Listener) => {
    this.#listeners.get(name)?.delete(listener);
  };

  send = (message: ScreenMessage) => {
    if (message.kind !== "ping") this.#say(message);
    else if (this.#connection.alive) this.#fire(MESSAGE, { kind: "pong", id: message.id });
  };

  /** Process an update of this screen. */
  take({ about, view, kept, _catalog, message }: ScreenUpdate) {
    // All values are set before any listener runs.
    const changed = Object.entries({ about, view, kept, _catalog }).filter(([, value]) => value);
    Object.assign(this.#values, Object.fromEntries(changed));
    changed.forEach(([name]) => this.#fire(`change:${name}`));
    if (!message) return;
    if (this.#listeners.get(MESSAGE)?.size) this.#fire(MESSAGE, message);
    else this.#early.push(message);
  }

  /** The model as the adapter's type. */
  get model() {
    return this as unknown as AnyModel;
  }

  #fire(name: string, ...values: unknown[]) {
    this.#listeners.get(name)?.forEach((listener) => listener(...values));
  }
}
