import { flushSync, tick } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { AnyWidget } from "@anywidget/types";
import lesson from "../src/lesson";
import odds from "../src/odds";
import setup from "../src/setup";
import table from "../src/table";
import { SILENCE } from "../src/shared/adapter.svelte";
import { fakeModel } from "./fake-model";
import { goldenLesson, goldenOdds, goldenSetup, sample } from "./mounted";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Show a widget as a host does whose models have a connection, or none. */
async function show(made: AnyWidget, state: object, live: boolean) {
  const fake = fakeModel({ ...state, _built: { script: "script", style: "style" } });
  Object.assign(fake.model, { widget_manager: { get_model: async () => ({ comm_live: live }) } });
  const widget = await (made as () => any)();
  await widget.initialize({ model: fake.model });
  const el = document.body.appendChild(document.createElement("div"));
  closers.push(await widget.render({ model: fake.model, el }));
  flushSync();
  await tick();
  return { el, sent: fake.sent };
}

const alert = (el: Element) => el.querySelector("[role='alert']")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
const SAVED = "This is a saved page. It shows what was there when it was saved. To go on, run the cell in the notebook.";

it("says at once above a table that its page is saved, and offers no reload", async () => {
  const { el, sent } = await show(table, sample("classic-play"), false);
  expect(alert(el)).toBe(SAVED);
  expect(el.querySelector("[data-act='reload']")).toBeNull();
  expect(el.textContent).not.toContain("does not answer");
  expect(sent).toEqual([]);
});

it("still says of a Python that was there that it does not answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const { el } = await show(table, sample("classic-play"), true);
  await vi.advanceTimersByTimeAsync(SILENCE + 100);
  await tick();
  expect(alert(el)).toContain("Python does not answer.");
});

it.each([
  ["a figure", lesson, () => goldenLesson().demo, "button[data-deed]:not(:disabled), button:not(:disabled)"],
  ["odds", odds, () => goldenOdds("deal"), "button:not(:disabled)"],
])("says it in %s to a person who presses a button", async (_, made, state, button) => {
  const { el, sent } = await show(made, state(), false);
  expect(alert(el)).toBe("");
  for (const each of el.querySelectorAll<HTMLButtonElement>(button)) {
    if (alert(el)) break;
    each.click();
    flushSync();
    await tick();
  }
  expect(alert(el)).toBe(SAVED);
  expect(sent).toEqual([]);
});

it("says it on the setup screen", async () => {
  const { el } = await show(setup, { about: goldenSetup.about, view: { v: 1, rev: 0, ack: null } }, false);
  el.querySelector<HTMLButtonElement>("[data-act='play']")!.click();
  flushSync();
  await tick();
  expect(alert(el)).toBe(SAVED);
});
