import { mount, unmount, type Component } from "svelte";
import type { AnyModel, AnyWidget } from "@anywidget/types";
import type { Ping, Request } from "../protocol/messages";
import type { Hint, Message } from "../protocol/table";
import { speak, study } from "../strings/language.svelte";

/** How long an action may wait for its answer, in milliseconds. */
export const PATIENCE = 5000;
/** How long Python may be silent after a "ping", in milliseconds. */
export const SILENCE = 2500;

const PING: Omit<Ping, keyof Request> = { kind: "ping" };

interface Shared {
  view: { rev: number; ack: string | null };
}

/** What a request says besides its header. */
export type Said<R> = Omit<R, keyof Request | "kind">;

/** The kind of a request, with what it says: the arguments that send it. */
export type Call<R> = R extends { kind: infer K }
  ? K extends string
    ? keyof Said<R> extends never
      ? [kind: K]
      : Partial<Said<R>> extends Said<R>
        ? [kind: K, fields?: Said<R>]
        : [kind: K, fields: Said<R>]
    : never
  : never;

/** A request of any kind. */
type Any = { kind: string } & Record<string, unknown>;

/** What is shown where refusals are. */
export type Refusal = Extract<Message, { kind: "reject" }> | Hint;

/** One view's line to Python. Reading a property inside a component keeps the component up to date. */
export interface Bridge<S extends Shared, R = Any> {
  readonly state: S;
  /** An action or a request is waiting for its answer. */
  readonly busy: boolean;
  /** Python does not answer; over as soon as anything is heard of it. */
  readonly lost: boolean;
  readonly refusal: Refusal | null;
  /** Counts from 1 the places where this model is shown. */
  readonly place: number;
  /** Sends and waits; returns false, and sends nothing, while another message waits. */
  ask(...request: Call<R>): boolean;
  /** Sends a wish that needs no answer. */
  tell(...request: Call<R>): void;
  /** Asks whether Python is there. */
  ping(): void;
  dismiss(): void;
  /** Takes what Python says to everybody or answers to this view, other than views and refusals. */
  hear(listener: (message: Message) => void): void;
}

function clientId(): string {
  // Pages that are not served securely have no randomUUID.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

function connect<S extends Shared, R>(model: AnyModel, traits: readonly (keyof S & string)[], languageOf: (state: S) => string | undefined, place: number) {
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
  let silence: ReturnType<typeof setTimeout> | undefined;
  let lost = $state.raw(false);
  let listener: ((message: Message) => void) | undefined;

  function settle(result: Refusal | null) {
    clearTimeout(patience);
    busy = false;
    refusal = result;
  }
  function hush() {
    clearTimeout(silence);
    silence = undefined;
  }
  function lose() {
    hush();
    settle(null);
    lost = true;
  }
  function heard() {
    hush();
    lost = false;
  }
  function onTrait() {
    heard();
    state = read();
    // A newer view ends the waiting even if it does not name our message: Python refuses what was meant for an older one.
    if (busy && last && state.view.rev > last.rev) settle(null);
  }
  function onMessage(message: Message) {
    if (!message?.kind) return;
    heard();
    // A hint is shown where refusals are.
    const refused = message.kind === "reject" || message.kind === "hint" ? message : null;
    if ("id" in message && message.id !== null) {
      if (message.id === last?.id) settle(refused);
      if (!message.id?.startsWith(`${client}:`)) return;
    } else if (refused) refusal = refused;
    if (!refused) listener?.(message);
  }
  function send(kind: string, fields: Record<string, unknown> = {}) {
    const header: Request = { v: 1, id: `${client}:${++count}`, rev: state.view.rev };
    try {
      model.send({ kind, ...header, ...fields });
    } catch {
      // Some hosts throw when the kernel is dead.
      lose();
    }
    return header;
  }

  const bridge: Bridge<S, R> = {
    place,
    get state() {
      return state;
    },
    get busy() {
      return busy;
    },
    get lost() {
      return lost;
    },
    get refusal() {
      return refusal;
    },
    ask(...request) {
      if (busy) return false;
      refusal = null;
      lost = false;
      busy = true;
      patience = setTimeout(lose, PATIENCE);
      last = send(...(request as [string]));
      return true;
    },
    tell: (...request) => void send(...(request as [string])),
    ping() {
      silence ??= setTimeout(lose, SILENCE);
      send(PING.kind);
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
    hush();
    clearTimeout(patience);
    traits.forEach((name) => model.off(`change:${name}`, onTrait));
    model.off("msg:custom", onMessage);
  };
  return { bridge, close };
}

const plain = ({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) => !(ctrlKey || metaKey || altKey) && key !== "Tab";

// A notebook's command keys would act on our cell ("d d" deletes it). JupyterLab takes keys on their way up: they stop
// at the mount element, because Svelte listens there: any deeper and its own handlers would not run. Notebook 7 takes
// them on their way down, before they are here, unless the focused thing itself says no.
function guard(el: HTMLElement) {
  const stop = (event: KeyboardEvent) => plain(event) && event.stopPropagation();
  const hush = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if (el.contains(target)) target.toggleAttribute("data-lm-suppress-shortcuts", plain(event));
  };
  el.addEventListener("keydown", stop);
  window.addEventListener("keydown", hush, true);
  return () => {
    el.removeEventListener("keydown", stop);
    window.removeEventListener("keydown", hush, true);
  };
}

export function defineWidget<S extends Shared, R = Any>(
  App: Component<{ bridge: Bridge<S, R> }>,
  traits: readonly (keyof S & string)[],
  languageOf: (state: S) => string | undefined,
): AnyWidget {
  return () => {
    let places = 0;
    return {
      initialize({ model }) {
        const words = () => study(model.get("_words") as string | undefined);
        model.on("change:_words", words);
        return words();
      },
      render({ model, el }) {
        const { bridge, close } = connect<S, R>(model as AnyModel, traits, languageOf, ++places);
        const app = mount(App, { target: el, props: { bridge } });
        const unguard = guard(el);
        return () => {
          unguard();
          close();
          return unmount(app, { outro: false });
        };
      },
    };
  };
}
