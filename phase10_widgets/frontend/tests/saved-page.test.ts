import { expect, it, vi } from "vitest";
import type { AnyWidget } from "@anywidget/types";
import lesson from "../src/lesson";
import odds from "../src/odds";
import setup from "../src/setup";
import table from "../src/table";
import { SILENCE } from "../src/shared/adapter.svelte";
import { fakeModel } from "./fake-model";
import { goldenLesson, goldenOdds, goldenSetup, mounted, sample, settle } from "./mounted";

/** Show a widget as in a host whose models have a connection, or none. */
async function show(made: AnyWidget, state: object, live: boolean) {
  const fake = fakeModel({ ...state, _built: { script: "script", style: "style" } });
  Object.assign(fake.model, { widget_manager: { get_model: async () => ({ comm_live: live }) } });
  const initialized = async () => {
    const widget = await (made as () => any)();
    await widget.initialize({ model: fake.model });
    return widget;
  };
  const page = await mounted(initialized as never, state, fake);
  return { ...page, alert: () => page.find("[role='alert']")?.textContent.replace(/\s+/g, " ").trim() };
}

const SAVED = "This is a saved page. It shows what was there when it was saved. To go on, run the cell in the notebook.";

it("says at once above a table that its page is saved, and offers no reload", async () => {
  const { act, alert, el, hello } = await show(table, sample("classic-play"), false);
  expect(alert()).toBe(SAVED);
  expect(act("reload")).toBeNull();
  expect(el.textContent).not.toContain("is not responding");
  expect(hello).toEqual([]);
});

it("still reports a Python that stops answering", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const { alert } = await show(table, sample("classic-play"), true);
  await vi.advanceTimersByTimeAsync(SILENCE + 100);
  await settle();
  expect(alert()).toContain("Python is not responding.");
});

it.each([
  ["a figure", lesson, () => goldenLesson().demo, "button[data-deed]:not(:disabled), button:not(:disabled)"],
  ["odds", odds, () => goldenOdds("deal"), "button:not(:disabled)"],
  ["the setup screen", setup, () => ({ about: goldenSetup.about, view: { v: 1, rev: 0, ack: null } }), "[data-act='play']"],
])("says it in %s to a person who presses a button", async (_, made, state, button) => {
  const { alert, all, sent } = await show(made, state(), false);
  expect(alert()).toBeUndefined();
  for (const each of all(button)) {
    if (alert()) break;
    each.click();
    await settle();
  }
  expect(alert()).toBe(SAVED);
  expect(sent).toEqual([]);
});
