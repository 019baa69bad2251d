import type { AnyModel } from "@anywidget/types";

type Listener = (...values: unknown[]) => void;

/** An in-memory stand-in for a host's model: records the widget's messages and sends Python's. */
export function fakeModel(state: Record<string, unknown>) {
  const listeners = new Map<string, Set<Listener>>();
  const sent: Record<string, unknown>[] = [];
  const fire = (name: string, ...values: unknown[]) => listeners.get(name)?.forEach((listener) => listener(...values));
  const model = {
    get: (name: string) => state[name],
    set: (name: string, value: unknown) => {
      state[name] = value;
    },
    save_changes: () => {},
    send: (message: Record<string, unknown>) => {
      sent.push(message);
    },
    on: (name: string, listener: Listener) => {
      if (!listeners.has(name)) listeners.set(name, new Set());
      listeners.get(name)!.add(listener);
    },
    off: (name: string, listener: Listener) => {
      listeners.get(name)?.delete(listener);
    },
  } as unknown as AnyModel;
  return {
    model,
    sent,
    /** Python writes a trait. */
    write: (name: string, value: unknown) => {
      state[name] = value;
      fire(`change:${name}`);
    },
    /** Python sends a custom message. */
    say: (message: unknown) => fire("msg:custom", message, []),
    listeners: () => [...listeners.values()].reduce((n, set) => n + set.size, 0),
  };
}
