import { flushSync, tick } from "svelte";
import type { AnyWidget } from "@anywidget/types";
import type { About, TableEvent, View } from "../src/lib/protocol";
import table from "../src/table";
import { fakeModel } from "./fake-model";

type Sample = { about: About; view: View };

const files = import.meta.glob<Sample>("./views/*.json", { eager: true, import: "default" });

export const samples = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ""));

export const sample = (name: string): Sample => structuredClone(files[`./views/${name}.json`]!);

type Rendered = Exclude<AnyWidget, (...args: never[]) => unknown>;

/** The table over a sample view in the page, with the line to "Python" in the hand of the test. */
export async function mounted(name: string) {
  const state = sample(name);
  const fake = fakeModel(state as unknown as Record<string, unknown>);
  const el = document.body.appendChild(document.createElement("div"));
  const widget = (await (table as () => Rendered | Promise<Rendered>)()) as Rendered;
  const close = (await widget.render!({ model: fake.model, el } as never)) as () => Promise<void>;
  flushSync();
  const find = <E extends HTMLElement = HTMLButtonElement>(selector: string) => el.querySelector<E>(selector)!;
  const all = (selector: string) => [...el.querySelectorAll<HTMLButtonElement>(selector)];
  const settle = async () => {
    flushSync();
    await tick();
  };
  return {
    ...fake,
    el,
    state,
    find,
    all,
    act: (act: string) => find(`[data-act="${act}"]`),
    async click(selector: string) {
      find(selector).click();
      await settle();
    },
    async press(key: string, at: Element = find("[data-p10='table']")) {
      at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      await settle();
    },
    /** Python answers the last message with a changed view. */
    async answer(change: Partial<View> = {}) {
      const last = fake.sent.at(-1) as { id: string };
      state.view = { ...state.view, events: [], ...change, rev: state.view.rev + 1, ack: last.id };
      fake.write("view", state.view);
      await settle();
    },
    /** Python shows a new view by itself: something happened. */
    async happen(...events: TableEvent[]) {
      state.view = { ...state.view, events, rev: state.view.rev + 1, ack: null };
      fake.write("view", state.view);
      await settle();
    },
    async close() {
      if (el.isConnected) await close();
      el.remove();
    },
  };
}

export type Mounted = Awaited<ReturnType<typeof mounted>>;
