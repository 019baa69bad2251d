import { beforeEach, describe, expect, it } from "vitest";
import { parseFace, spoken } from "../src/shared/cards";
import type { About, Action, View } from "../src/protocol/table";
import { speak } from "../src/strings/language.svelte";
import setup from "../src/setup";
import tableWidget from "../src/table";
import { golden, goldenCards, goldenGames, goldenSetup, mounted, type Mounted } from "./mounted";

// Messages in both directions (devtools/generate/golden.py): tests/repo/test_golden.py compares the same files with Python.

let table: Mounted;
const shown = (about: About, view: View) => mounted(tableWidget, { about, view });

describe.each(goldenGames)("Python's views of %s", (game) => {
  const { views } = golden(game);

  it.each(Object.keys(views))("%s is shown", async (name) => {
    table = await shown(golden(game).about, views[name]!);
    const { observation, summary, over, replay } = views[name]!;
    expect(table.find("[data-p10='table']").dataset.rev).toBe(String(views[name]!.rev));
    expect(table.all("[data-hand-card]")).toHaveLength(summary || over || replay ? 0 : (observation?.hand.split(" ").filter(Boolean).length ?? 0));
    expect(table.el.textContent).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

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

describe.each(goldenGames)("the messages accepted in %s", (game) => {
  const { about, views, messages } = golden(game);

  it.each(Object.keys(messages).filter((name) => BROUGHT_ABOUT.has(messages[name]!.kind as string)))("the table sends %s", async (name) => {
    table = await shown(views[name]!.replay ? { ...about, mode: "replay" } : about, views[name]!);
    await bringAbout(messages[name]! as never);
    expect(table.sent.map((message) => ({ ...message, id: "" }))).toEqual([{ ...messages[name], id: "" }]);
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
  localStorage.setItem("p10-finished", "yes"); // not by a newcomer, to whom a shorter game is offered
  table = (await mounted(setup, { about, view: { v: 1, rev: 0, ack: null } })) as unknown as Mounted;
  for (const { number } of about.editions[0]!.phases.slice(1)) await table.click(`input[data-phase="${number}"]`);
  await table.click('[data-act="play"]');
  expect(table.sent).toMatchObject([{ ...message, id: expect.any(String) }]);
});
