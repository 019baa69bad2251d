import { mount, unmount, type Component } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import type { AnyModel, AnyWidget } from "@anywidget/types";
import type { Refusal, Reject } from "./protocol";
import * as text from "./strings";

/** How long an action may wait for its answer, in milliseconds. */
export const PATIENCE = 5000;

interface Shared {
  view: { rev: number; ack: string | null };
}

/** One view's line to Python. Reading a property inside a component keeps the component up to date. */
export interface Bridge<S extends Shared> {
  readonly state: S;
  /** An action or a request is waiting for its answer. */
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** Counts from 1 the places where this model is shown. */
  readonly place: number;
  /** Sends and waits; returns false, and sends nothing, while another message waits. */
  ask(kind: string, fields?: Record<string, unknown>): boolean;
  /** Sends a wish that needs no answer. */
  tell(kind: string, fields?: Record<string, unknown>): void;
  dismiss(): void;
}

function clientId(): string {
  // Pages that are not served securely have no randomUUID.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

function connect<S extends Shared>(model: AnyModel, traits: readonly (keyof S & string)[], place: number) {
  const client = clientId();
  const updates = new Set<() => void>();
  const track = createSubscriber((update) => {
    updates.add(update);
    return () => updates.delete(update);
  });
  let count = 0;
  let waiting = false;
  let last: { id: string; rev: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusal: Refusal | null = null;

  const state = () => Object.fromEntries(traits.map((name) => [name, model.get(name)])) as unknown as S;
  let current = state();
  const changed = () => updates.forEach((update) => update());

  function settle(result: Refusal | null) {
    clearTimeout(timer);
    waiting = false;
    refusal = result;
    changed();
  }
  function onTrait() {
    current = state();
    // A newer view ends the waiting even if it does not name our message: Python refuses what was meant for an older one.
    if (waiting && last && current.view.rev > last.rev) settle(null);
    else changed();
  }
  function onMessage(message: Reject) {
    if (message?.kind !== "reject") return;
    if (message.id === last?.id) settle(message);
    else if (message.id === null) {
      refusal = message;
      changed();
    }
  }
  function onSilence() {
    settle({ code: "no_answer", rule: null, why: text.noAnswer });
  }
  const nextId = () => `${client}:${++count}`;
  function send(id: string, kind: string, fields: Record<string, unknown>) {
    model.send({ kind, v: 1, id, rev: current.view.rev, ...fields });
  }

  const bridge: Bridge<S> = {
    place,
    get state() {
      track();
      return current;
    },
    get busy() {
      track();
      return waiting;
    },
    get refusal() {
      track();
      return refusal;
    },
    ask(kind, fields = {}) {
      if (waiting) return false;
      refusal = null;
      waiting = true;
      last = { id: nextId(), rev: current.view.rev };
      timer = setTimeout(onSilence, PATIENCE);
      changed();
      send(last.id, kind, fields);
      return true;
    },
    tell(kind, fields = {}) {
      send(nextId(), kind, fields);
    },
    dismiss() {
      refusal = null;
      changed();
    },
  };

  traits.forEach((name) => model.on(`change:${name}`, onTrait));
  model.on("msg:custom", onMessage);
  const close = () => {
    clearTimeout(timer);
    traits.forEach((name) => model.off(`change:${name}`, onTrait));
    model.off("msg:custom", onMessage);
  };
  return { bridge, close };
}

// A notebook's command keys would act on our cell ("d d" deletes it). At the mount element, because Svelte
// listens there: any deeper and its own handlers would not run.
function guard(event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey || event.altKey) && event.key !== "Tab") event.stopPropagation();
}

export function defineWidget<S extends Shared>(
  App: Component<{ bridge: Bridge<S> }>,
  traits: readonly (keyof S & string)[],
): AnyWidget {
  return () => {
    let places = 0;
    return {
      initialize() {},
      render({ model, el }) {
        const { bridge, close } = connect<S>(model as AnyModel, traits, ++places);
        const app = mount(App, { target: el, props: { bridge } });
        el.addEventListener("keydown", guard);
        return () => {
          el.removeEventListener("keydown", guard);
          close();
          return unmount(app, { outro: false });
        };
      },
    };
  };
}
