import { beforeEach, describe, expect, it } from "vitest";
import { parseFace, spoken } from "../src/shared/cards";
import type { Action } from "../src/protocol/table";
import { speak } from "../src/strings/language.svelte";
import setup from "../src/setup";
import tableWidget from "../src/table";
import { golden, goldenCards, goldenGames, goldenSetup, mounted, sample, type Mounted } from "./mounted";
import { bare } from "./page";

// Messages in both directions (devtools/generate/golden.py): tests/repo/test_golden.py compares the same files with Python.

let table: Mounted;

/** The kinds of messages that `bringAbout` knows how to cause. */
const BROUGHT_ABOUT = new Set(["action", "undo", "continue", "ready", "pace", "pause", "again", "replay", "seek", "eyes", "back", "language"]);

/** Make the table send this message. */
async function bringAbout({ kind, action, seconds, same, eyes, language }: { kind: string; action?: Action; seconds?: number; same?: boolean; eyes?: number | null; language?: string }) {
  const click = (selector: string) => table.click(selector);
  if (kind === "pace" || kind === "language") {
    await click('[data-act="menu"]');
    return click(`[data-choice="${kind}"] [data-value="${seconds ?? language}"]`);
  }
  if (kind === "seek") return click('[data-act="replay-on"]');
  if (kind === "eyes") return click(`[data-choice="eyes"] [data-value="${eyes ?? "nobody"}"]`);
  if (!action) return click(`[data-act="${same ? "again-same" : kind}"]`);
  switch (action.type) {
    case "draw":
      return click(`[data-act="draw-${action.from}"]${action.card ? `[data-card="${action.card}"]` : ""}`);
    case "choose_phase":
      return click(`[data-act="choose-phase"][data-phase="${action.phase}"]`);
    case "lay_down":
      return click('[data-act="lay-down"]');
    case "hit":
      await click(`[data-hand-card="${action.card}"]`);
      return click(`[data-act="hit"][data-owner="${action.owner}"][data-group-index="${action.group}"][data-end="${action.end}"]`);
    case "discard":
      await click(`[data-hand-card="${action.card}"]`);
      await click('[data-act="discard"]');
      if (action.target !== undefined) await click(`[data-act="target"][data-seat="${action.target}"]`);
      return;
    case "save":
      await click(`[data-hand-card="${action.card}"]`);
      return click('[data-act="save"]');
  }
}

describe.each(goldenGames)("a table of %s", (game) => {
  const { about, views, messages } = golden(game);

  it.each(Object.keys(views))("shows Python's view %s, sends the message that Python accepted there, and leaves nothing behind", async (name) => {
    const [view, message] = [views[name]!, messages[name]];
    const { observation, summary, over, replay } = view;
    table = await mounted(tableWidget, { about: replay ? { ...about, mode: "replay" } : about, view });
    const { rev, you, busy, step } = table.find("[data-p10='table']").dataset;
    expect({ rev, you, busy, step }).toEqual({ rev: String(view.rev), you: view.you?.toString(), busy: "false", step: observation?.step ?? "" });
    expect(table.all("[data-hand-card]")).toHaveLength(summary || over || replay ? 0 : (observation?.hand.split(" ").filter(Boolean).length ?? 0));
    expect(table.el.textContent).not.toMatch(/undefined|null|NaN|\[object/);
    expect(bare(table.el, observation?.seats.map(({ name }) => name) ?? [])).toEqual([]);
    if (message && BROUGHT_ABOUT.has(message.kind as string)) {
      await bringAbout(message as never);
      expect(table.sent.map((each) => ({ ...each, id: "" }))).toEqual([{ ...message, id: "" }]);
    }
    expect(table.listeners()).toBe(3);
    await table.close();
    expect(table.el.childElementCount).toBe(0);
  });
});

describe.each(Object.entries(goldenCards))("the cards in language %s", (name, editions) => {
  beforeEach(() => speak(name));

  it.each(Object.entries(editions))("those of %s have the same spoken names as in Python", (_edition, faces) => {
    const words = Object.keys(faces);
    expect(Object.fromEntries(words.map((word) => [word, spoken(word)]))).toEqual(faces);
    expect(words.filter((word) => parseFace(word).kind === "unknown")).toEqual([]);
  });
});

it("the setup screen sends a message that Python accepted", async () => {
  const { about, message } = goldenSetup;
  localStorage.setItem("p10-finished", "yes"); // not as a newcomer, who is offered a shorter game
  table = (await mounted(setup, { about, view: { v: 1, rev: 0, ack: null } })) as unknown as Mounted;
  for (const { number } of about.editions[0]!.phases.slice(1)) await table.click(`input[data-phase="${number}"]`);
  await table.click('[data-act="play"]');
  expect(table.sent).toMatchObject([{ ...message, id: expect.any(String) }]);
});

it("no name reverses text in the table's sheets", async () => {
  const { about, view } = sample("classic-hit");
  const { rounds } = sample("classic/continue").view;
  table = await mounted(tableWidget, { about, view: { ...view, rounds } });
  for (const sheet of ["seat", "groups"]) {
    await table.click(`[data-act="${sheet}"]`);
    expect(bare(table.el, view.observation!.seats.map(({ name }) => name))).toEqual([]);
    await table.press("Escape");
  }
});
