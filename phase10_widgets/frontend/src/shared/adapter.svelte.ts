import { mount, unmount, untrack, type Component } from "svelte";
import type { AnyModel, AnyWidget } from "@anywidget/types";
import type { Ping, Request } from "../protocol/ui";
import type { Hint, Message } from "../protocol/table";
import { steady } from "./press";
import { offer, speak, study, studyAt } from "../strings/language.svelte";
import "./place.css";

/** The time that an action may wait for its answer, in milliseconds. */
export const PATIENCE = 5000;
/** The time after which an action without an answer is sent again, in milliseconds. */
export const REPEAT = 2000;
/** The time that Python may stay silent after a "ping", in milliseconds. */
export const SILENCE = 2500;

const PING: Omit<Ping, keyof Request> = { kind: "ping" };

interface Shared {
  view: { rev: number; ack: string | null };
}

/** The fields of a request without its header and kind. */
export type Fields<R> = Omit<R, keyof Request | "kind">;

/** The kind of a request and its fields: the arguments that send it. */
export type Call<R> = R extends { kind: infer K }
  ? K extends string
    ? keyof Fields<R> extends never
      ? [kind: K]
      : Partial<Fields<R>> extends Fields<R>
        ? [kind: K, fields?: Fields<R>]
        : [kind: K, fields: Fields<R>]
    : never
  : never;

/** A request of any kind. */
type Any = { kind: string } & Record<string, unknown>;

/** A message shown where refusals appear. */
export type Refusal = Extract<Message, { kind: "reject" }> | Hint;

/** A view's connection to Python. Reading a property inside a component keeps the component up to date. */
export interface Bridge<S extends Shared, R = Any> {
  readonly state: S;
  /** True while an action or a request is waiting for its answer. */
  readonly busy: boolean;
  /** True while Python does not answer; any message from it ends this. */
  readonly lost: boolean;
  /** True on a saved page without Python, where nothing answers. */
  readonly saved: boolean;
  readonly refusal: Refusal | null;
  /** The number of the place where this model is shown, from 1. */
  readonly place: number;
  /** True on one of our pages, which has one language and one notice for all its views. */
  readonly page: boolean;
  /** Send a message and wait for its answer; return false, and send nothing, while another message is waiting. */
  request(...request: Call<R>): boolean;
  /** Send a request that needs no answer. */
  tell(...request: Call<R>): void;
  /** Ask Python whether it is still alive. */
  ping(): void;
  dismiss(): void;
  /** Listen to Python's messages to everyone and its answers to this view, except views and refusals. */
  hear(listener: (message: Message) => void): void;
}

function clientId(): string {
  // Pages served over plain HTTP lack randomUUID.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

/** Connect a view to a model; `close` ends this. */
export function connect<S extends Shared, R>(model: AnyModel, traits: readonly (keyof S & string)[], languageOf: (state: S) => string | undefined, place: number, saved = false) {
  const client = clientId();
  const read = () => {
    const state = Object.fromEntries(traits.map((name) => [name, model.get(name)])) as unknown as S;
    speak(languageOf(state));
    return state;
  };
  let state = $state.raw(read());
  let busy = $state.raw(false);
  let refusal = $state.raw<Refusal | null>(null);
  let count = 0;
  let last: { id: string; rev: number } | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let repeat: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let lost = $state.raw(false);
  let listener: ((message: Message) => void) | undefined;

  function stopPatience() {
    clearTimeout(patience);
    clearTimeout(repeat);
  }
  function settle(result: Refusal | null) {
    stopPatience();
    busy = false;
    refusal = result;
  }
  function stopWaiting() {
    clearTimeout(silence);
    silence = undefined;
  }
  function markLost() {
    stopWaiting();
    settle(null);
    lost = true;
  }
  function heard() {
    stopWaiting();
    lost = false;
  }
  function onTrait() {
    heard();
    state = read();
    // A newer view ends the waiting even if it does not name our message: Python refuses actions meant for an older one.
    if (busy && last && (state.view.rev > last.rev || state.view.ack === last.id)) settle(null);
  }
  function onMessage(message: Message) {
    if (!message?.kind) return;
    heard();
    // Hints appear in the same place as refusals.
    const refused = message.kind === "reject" || message.kind === "hint" ? message : null;
    if ("id" in message && message.id !== null) {
      if (message.id === last?.id) settle(refused);
      if (!message.id?.startsWith(`${client}:`)) return;
    } else if (refused) refusal = refused;
    if (!refused) listener?.(message);
  }
  function compose(kind: string, fields: Record<string, unknown> = {}): Any & Request {
    return { kind, v: 1, id: `${client}:${++count}`, rev: state.view.rev, ...fields };
  }
  function send(message: Any & Request) {
    if (saved) return message.kind === "ping" || message.id === last?.id ? markLost() : undefined;
    try {
      model.send(message);
    } catch {
      // Some hosts throw when the kernel is dead.
      markLost();
    }
  }

  const bridge: Bridge<S, R> = {
    place,
    page: Boolean(model.get("_page")),
    get state() {
      return state;
    },
    get busy() {
      return busy;
    },
    get lost() {
      return lost;
    },
    saved,
    get refusal() {
      return refusal;
    },
    request(...request) {
      if (busy) return false;
      refusal = null;
      lost = false;
      busy = true;
      const message = compose(...(request as [string]));
      last = message;
      patience = setTimeout(markLost, PATIENCE);
      // The message or its answer may have been lost. Python does nothing twice: it shows its state again.
      repeat = setTimeout(() => send(message), REPEAT);
      send(message);
      return true;
    },
    // An effect that announces something must not repeat it with every view.
    tell: (...request) => untrack(() => send(compose(...(request as [string])))),
    ping() {
      silence ??= setTimeout(markLost, SILENCE);
      send(compose(PING.kind));
    },
    dismiss() {
      refusal = null;
    },
    hear(given) {
      listener = given;
    },
  };

  traits.forEach((name) => model.on(`change:${name}`, onTrait));
  model.on("msg:custom", onMessage);
  const close = () => {
    stopWaiting();
    stopPatience();
    traits.forEach((name) => model.off(`change:${name}`, onTrait));
    model.off("msg:custom", onMessage);
  };
  return { bridge, close };
}

const plain = ({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) => !(ctrlKey || metaKey || altKey) && key !== "Tab";

// Keep a notebook's command keys from acting on our cell ("d d" deletes it). JupyterLab handles keys in the bubble phase:
// stop them at the mount element, because Svelte listens there and its own handlers would miss them any deeper. Notebook 7
// handles them in the capture phase, before they arrive here, unless the focused element itself opts out.
function guard(el: HTMLElement) {
  const stop = (event: KeyboardEvent) => plain(event) && event.stopPropagation();
  const block = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if (el.contains(target)) target.toggleAttribute("data-lm-suppress-shortcuts", plain(event));
  };
  el.addEventListener("keydown", stop);
  window.addEventListener("keydown", block, true);
  return () => {
    el.removeEventListener("keydown", stop);
    window.removeEventListener("keydown", block, true);
  };
}

/** Return true if the page comes from a file, where models have no connection. Only a host's models show this, not the widget's wrapped one. */
async function isSaved(model: AnyModel): Promise<boolean> {
  const { script } = (model.get("_built") ?? {}) as { script?: string };
  if (!script) return false;
  const host = (await model.widget_manager.get_model(script)) as { comm_live?: boolean };
  return host.comm_live === false;
}

export function defineWidget<S extends Shared, R = Any>(
  App: Component<{ bridge: Bridge<S, R> }>,
  traits: readonly (keyof S & string)[],
  languageOf: (state: S) => string | undefined,
): AnyWidget {
  return () => {
    let places = 0;
    let saved = false;
    return {
      async initialize({ model }) {
        const words = () => {
          const catalog = model.get("_catalog") as string | undefined;
          return catalog ? studyAt(catalog) : study(model.get("_words") as string | undefined);
        };
        offer((model.get("_languages") as [string, string][] | undefined) ?? []);
        model.on("change:_words", words);
        model.on("change:_catalog", words);
        saved = await isSaved(model as AnyModel);
        await words();
      },
      render({ model, el }) {
        el.classList.add("p10-place");
        const { bridge, close } = connect<S, R>(model as AnyModel, traits, languageOf, (model.get("_page") as number | undefined) ?? ++places, saved);
        const app = mount(App, { target: el, props: { bridge } });
        const unguard = guard(el);
        const release = steady(el);
        return () => {
          release();
          unguard();
          close();
          return unmount(app, { outro: false });
        };
      },
    };
  };
}
