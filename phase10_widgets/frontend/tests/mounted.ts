import { flushSync, tick } from "svelte";
import { afterEach } from "vitest";
import type { AnyWidget } from "@anywidget/types";
import type { About, TableEvent, TableState, View } from "../src/protocol/table";
import type { CodeState, FigureState, QuestionState } from "../src/protocol/lesson";
import type { SetupAbout } from "../src/protocol/setup";
import cards from "../../../tests/golden/cards.json";
import lessonFile from "../../../tests/golden/lesson.json";
import momentsFile from "../../../tests/golden/moments.json";
import oddsFile from "../../../tests/golden/odds.json";
import setup from "../../../tests/golden/setup.json";
import table from "../src/table";
import { fakeModel } from "./fake-model";

type Sample = TableState;
type Golden = { about: About; views: Record<string, View>; messages: Record<string, Record<string, unknown>> };

const moments = momentsFile as unknown as Record<string, Sample>;
const games = import.meta.glob<Golden>("../../../tests/golden/{classic,flip,standard,masters,shared}.json", { eager: true, import: "default" });

/** Files written by Python, see devtools/generate/golden.py. */
export const goldenGames = Object.keys(games).map((path) => path.replace(/^.*\/|\.json$/g, ""));
export const golden = (name: string): Golden => structuredClone(games[`../../../tests/golden/${name}.json`]!);
export const goldenCards: Record<string, Record<string, Record<string, string>>> = cards;
export const goldenSetup = setup as unknown as { about: SetupAbout; message: Record<string, unknown> };

export const goldenOdds = (name: keyof typeof oddsFile) => structuredClone(oddsFile[name]) as unknown as { about: object; view: object };

/** A figure with every part, and the messages that Python accepted; the part types are checked by TypeScript. */
export const goldenLesson = () =>
  structuredClone(lessonFile) as unknown as { demo: FigureState; messages: Record<string, unknown>[]; interval: QuestionState; recall: QuestionState; code: CodeState };

/** A named moment, made for certain hands; "game/view" is one of a golden game. */
export const sample = (name: string): Sample => {
  const [game, view] = name.split("/");
  if (!view) return structuredClone(moments[name]!);
  const { about, views } = golden(game!);
  return { about, view: views[view]! };
};
export const samples = Object.keys(moments);

/** Something that happened, as far as a test cares. */
export const event = <T extends TableEvent["type"]>(type: T, more: Partial<Extract<TableEvent, { type: T }>> = {}) =>
  ({ type, text: "", ...more }) as Extract<TableEvent, { type: T }>;

type Rendered = Exclude<AnyWidget, (...args: never[]) => unknown>;

/** Mount the table with a sample view; the test plays the part of Python. */
export const open = (name: string) => mounted(table, sample(name));

/** What closes the widgets of this test: an open one would go on after its page is gone. */
const closers = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const close of closers) await close();
});

/** A widget in the page. */
export async function mounted<S extends object>(made: AnyWidget, state: S) {
  const fake = fakeModel(state as Record<string, unknown>);
  const el = document.body.appendChild(document.createElement("div"));
  const widget = (await (made as () => Rendered | Promise<Rendered>)()) as Rendered;
  const unmount = (await widget.render!({ model: fake.model, el } as never)) as () => Promise<void>;
  const close = async () => {
    if (closers.delete(close)) await unmount();
    el.remove();
  };
  closers.add(close);
  flushSync();
  const hello = fake.sent.splice(0);
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
    /** The messages that the widget sent unprompted. */
    hello,
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
      const shown = state as unknown as Sample;
      shown.view = { ...shown.view, events: [], ...change, rev: shown.view.rev + 1, ack: last.id };
      fake.write("view", shown.view);
      await settle();
    },
    /** Python sends a new view unprompted, with events. */
    async happen(...events: TableEvent[]) {
      const shown = state as unknown as Sample;
      shown.view = { ...shown.view, events, rev: shown.view.rev + 1, ack: null };
      fake.write("view", shown.view);
      await settle();
    },
    /** Python sends a changed view unprompted. */
    async show(change: Partial<View>) {
      const shown = state as unknown as Sample;
      shown.view = { ...shown.view, events: [], ...change, rev: shown.view.rev + 1, ack: null };
      fake.write("view", shown.view);
      await settle();
    },
    close,
  };
}

export type Mounted = Awaited<ReturnType<typeof open>>;
