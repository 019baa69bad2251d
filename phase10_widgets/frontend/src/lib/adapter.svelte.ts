import { mount, unmount, type Component } from "svelte";
import type { AnyModel, AnyWidget } from "@anywidget/types";
import type { Refusal, Reject } from "./protocol";
import { speak } from "./strings/language.svelte";

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

/** What the two widgets do in their own way. */
interface Ways<S> {
  /** The language that Python asks for. */
  language(state: S): string | undefined;
  /** What to say when no answer comes. */
  noAnswer(): string;
}

function connect<S extends Shared>(model: AnyModel, traits: readonly (keyof S & string)[], ways: Ways<S>, place: number) {
  const client = clientId();
  const read = () => {
    const state = Object.fromEntries(traits.map((name) => [name, model.get(name)])) as unknown as S;
    speak(ways.language(state));
    return state;
  };
  let state = $state.raw(read());
  let busy = $state.raw(false);
  let refusal = $state.raw<Refusal | null>(null);
  let count = 0;
  let last: { id: string; rev: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(result: Refusal | null) {
    clearTimeout(timer);
    busy = false;
    refusal = result;
  }
  function onTrait() {
    state = read();
    // A newer view ends the waiting even if it does not name our message: Python refuses what was meant for an older one.
    if (busy && last && state.view.rev > last.rev) settle(null);
  }
  function onMessage(message: Reject) {
    if (message?.kind !== "reject") return;
    if (message.id === last?.id) settle(message);
    else if (message.id === null) refusal = message;
  }
  function send(kind: string, fields: Record<string, unknown> = {}) {
    const id = `${client}:${++count}`;
    const { rev } = state.view;
    model.send({ kind, v: 1, id, rev, ...fields });
    return { id, rev };
  }

  const bridge: Bridge<S> = {
    place,
    get state() {
      return state;
    },
    get busy() {
      return busy;
    },
    get refusal() {
      return refusal;
    },
    ask(kind, fields) {
      if (busy) return false;
      refusal = null;
      busy = true;
      timer = setTimeout(() => settle({ code: "no_answer", rule: null, why: ways.noAnswer() }), PATIENCE);
      last = send(kind, fields);
      return true;
    },
    tell: send,
    dismiss() {
      refusal = null;
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
  ways: Ways<S>,
): AnyWidget {
  return () => {
    let places = 0;
    return {
      initialize() {},
      render({ model, el }) {
        const { bridge, close } = connect<S>(model as AnyModel, traits, ways, ++places);
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
