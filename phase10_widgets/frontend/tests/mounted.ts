import { flushSync, tick } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { AnyWidget } from "@anywidget/types";
import type { About, TableEvent, TableState, View } from "../src/protocol/table";
import type { FigureState } from "../src/protocol/figures";
import type { CodeState, QuestionState } from "../src/protocol/learner";
import type { SetupAbout } from "../src/protocol/setup";
import cards from "../../../tests/golden/cards.json";
import drawings from "../../../tests/golden/drawings.json";
import lessonFile from "../../../tests/golden/lesson.json";
import momentsFile from "../../../tests/golden/moments.json";
import oddsFile from "../../../tests/golden/odds.json";
import setup from "../../../tests/golden/setup.json";
import tableWidget from "../src/table";
import { fakeModel } from "./fake-model";

type Sample = TableState;
type Golden = { about: About; views: Record<string, View>; messages: Record<string, Record<string, unknown>> };

const moments = momentsFile as unknown as Record<string, Sample>;
const games = import.meta.glob<Golden>("../../../tests/golden/{classic,flip,standard,masters,shared}.json", { eager: true, import: "default" });

/** Files written by Python, see devtools/generate/golden.py. */
export const goldenGames = Object.keys(games).map((path) => path.replace(/^.*\/|\.json$/g, ""));
export const golden = (name: string): Golden => structuredClone(games[`../../../tests/golden/${name}.json`]!);
export const goldenCards: Record<string, Record<string, Record<string, string>>> = cards;
export const goldenDrawings: Record<string, { colors: string[]; faces: Record<string, string> }> = drawings;
export const goldenSetup = setup as unknown as { about: SetupAbout; message: Record<string, unknown> };

export const goldenOdds = (name: keyof typeof oddsFile) => structuredClone(oddsFile[name]) as unknown as { about: object; view: object };

/** A figure with every part, and the messages that Python accepted; the part types are checked by TypeScript. */
export const goldenLesson = () =>
  structuredClone(lessonFile) as unknown as { demo: FigureState; messages: Record<string, unknown>[]; interval: QuestionState; recall: QuestionState; code: CodeState };

/** A named moment, created for certain hands; "game/view" is one of a golden game. */
export const sample = (name: string): Sample => {
  const [game, view] = name.split("/");
  if (!view) return structuredClone(moments[name]!);
  const { about, views } = golden(game!);
  return { about, view: views[view]! };
};
export const samples = Object.keys(moments);

/** An event, with the fields that tests use. */
export const event = <T extends TableEvent["type"]>(type: T, more: Partial<Extract<TableEvent, { type: T }>> = {}) =>
  ({ type, text: "", ...more }) as Extract<TableEvent, { type: T }>;

type Fake = ReturnType<typeof fakeModel>;
type Rendered = Exclude<AnyWidget, (...args: never[]) => unknown>;

/** Functions that close this test's widgets, which would otherwise outlive their page. */
const closers = new Set<() => Promise<void>>();
/** Functions that count the listeners of this test's models, of which none may remain. */
const counters = new Set<() => number>();
afterEach(async () => {
  for (const close of closers) await close();
  closers.clear();
  const left = [...counters].map((count) => count());
  counters.clear();
  expect(left.filter(Boolean), "listeners remain").toEqual([]);
});

/** Close this after the test. */
export const closing = (close: () => Promise<void>) => void closers.add(close);

export type Mounted = Awaited<ReturnType<typeof mounted<Sample>>>;
/** The table that the test opened last. */
export let table: Mounted;

/** Mount the table with a sample view, optionally changed; the test acts as Python. */
export async function open(name: string, change: Partial<View> = {}, more: Partial<About> = {}) {
  const { about, view } = sample(name);
  return (table = await mounted(tableWidget, { about: { ...about, ...more }, view: { ...view, ...change } }));
}

/** A test that begins at the table of a sample. */
export const at = (name: string, promise: string, test: () => Promise<void>) => it(promise, () => open(name).then(test));

/** Wait until the page has caught up. */
export async function settle() {
  flushSync();
  await tick();
}

/** The names and types of a message's fields. */
export const shape = (message: object) => Object.fromEntries(Object.entries(message).map(([name, value]) => [name, typeof value]));

type Seen<S> = S extends { view: infer V } ? Partial<V> : never;

/** A widget in the page; further ones may show the model of the first. */
export async function mounted<S extends object>(made: AnyWidget, state: S, given?: Fake) {
  const fake = given ?? fakeModel(state as Record<string, unknown>);
  const el = document.body.appendChild(document.createElement("div"));
  const widget = (await (made as () => Rendered | Promise<Rendered>)()) as Rendered;
  const unmount = (await widget.render!({ model: fake.model, el } as never)) as () => Promise<void>;
  const close = async () => {
    if (closers.delete(close)) await unmount();
    el.remove();
  };
  closers.add(close);
  if (!given) counters.add(fake.listeners);
  flushSync();
  const hello = fake.sent.splice(0);
  const find = <E extends HTMLElement = HTMLButtonElement>(selector: string) => el.querySelector<E>(selector)!;
  const all = (selector: string) => [...el.querySelectorAll<HTMLButtonElement>(selector)];
  /** Python writes a changed view. */
  const write = async (change: object, ack: string | null) => {
    const shown = state as unknown as Sample;
    shown.view = { ...shown.view, events: [], ...change, rev: shown.view.rev + 1, ack };
    fake.write("view", shown.view);
    await settle();
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
    /** Type or choose something. */
    async enter(selector: string, value: string | number) {
      const field = find<HTMLInputElement>(selector);
      field.value = String(value);
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      await settle();
    },
    /** Python answers the last message, optionally with a changed view. */
    answer: (change?: Seen<S>) => write(change ?? {}, (fake.sent.at(-1) as { id: string }).id),
    /** Python refuses the last message. */
    async refuse(why: string, more: object = {}) {
      fake.say({ kind: "reject", id: fake.sent.at(-1)!.id, code: "x", rule: null, why, ...more });
      await settle();
    },
    /** Python sends a new view unprompted, with events. */
    happen: (...events: TableEvent[]) => write({ events }, null),
    /** Python sends a changed view unprompted. */
    show: (change: Seen<S>) => write(change, null),
    close,
  };
}
