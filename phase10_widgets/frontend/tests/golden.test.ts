import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseFace, spoken } from "../src/shared/cards";
import type { About, Action, Observation, Over, SeatView, Summary, View } from "../src/protocol/table";
import { speak } from "../src/strings/language.svelte";
import setup from "../src/setup";
import tableWidget from "../src/table";
import { golden, goldenCards, goldenGames, goldenSetup, mounted, type Mounted } from "./mounted";

// Messages in both directions (devtools/generate/golden.py): tests/repo/test_golden.py compares the same files with Python.

let table: Mounted;
const shown = (about: About, view: View) => mounted(tableWidget, { about, view });
afterEach(() => table?.close());

const keys = (value: object) => Object.keys(value).sort();
const VIEW: Record<keyof View, 1> = {
  v: 1, rev: 1, ack: 1, you: 1, curtain: 1, observation: 1, legal: 1, more_lay_downs: 1, progress: 1, rounds: 1, events: 1, summary: 1, over: 1, undo: 1, thinking: 1, pace: 1,
  paused: 1, replay: 1,
};
const ABOUT: Record<keyof Omit<About, "coach" | "asks">, 1> = {
  hints: 1,
  v: 1, mode: 1, computers: 1, seats: 1, home: 1, language: 1, edition: 1, options: 1, option_lines: 1, phases: 1, numbers: 1, colors: 1, suits: 1, rules: 1, notice: 1,
};
const OBSERVATION: Record<keyof Observation, 1> = {
  seat: 1, edition: 1, options: 1, round: 1, dealer: 1, to_act: 1, step: 1, side: 1, hand: 1, saved: 1, draw_pile: 1, discard_pile: 1, seats: 1, tie_break: 1, quiet_turns: 1,
};
const SEAT: Record<keyof SeatView, 1> = {
  name: 1, cards: 1, backs: 1, phase: 1, completed: 1, score: 1, saved_cards: 1, saved_this_round: 1, skipped: 1, laid_this_turn: 1, laid: 1,
};
const SUMMARY: Record<keyof Omit<Summary, "dear">, 1> = { round: 1, out: 1, seats: 1, text: 1, side: 1 };
const OVER: Record<keyof Omit<Over, "luck">, 1> = { standings: 1, winners: 1, text: 1, seed: 1 };
const ACTIONS: Record<Action["type"], 1> = { draw: 1, choose_phase: 1, lay_down: 1, hit: 1, discard: 1, save: 1 };

describe.each(goldenGames)("Python's views of %s", (game) => {
  const { about, views } = golden(game);

  it("has the fields of the protocol", () => {
    expect(keys(about)).toEqual(keys(ABOUT));
    for (const view of Object.values(views)) {
      expect(keys(view)).toEqual(keys(VIEW));
      for (const { type } of view.legal) expect(ACTIONS).toHaveProperty(type);
      if (view.observation) expect(keys(view.observation)).toEqual(keys(OBSERVATION));
      for (const seat of view.observation?.seats ?? []) expect(keys(seat)).toEqual(keys(SEAT));
      if (view.summary) expect(keys(view.summary)).toEqual(keys(SUMMARY));
      if (view.over) expect(keys(view.over)).toEqual(keys(OVER));
    }
  });

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
  if (kind === "pace") {
    await click('[data-act="menu"]');
    return click(`[data-choice="pace"] [data-value="${seconds}"]`);
  }
  if (kind === "language") {
    await click('[data-act="menu"]');
    return click(`[data-choice="language"] [data-value="${language}"]`);
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
      await click('[data-act="lay-down"]');
      return click('[data-act="lay-down-confirm"]');
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
  beforeAll(() => speak(name));
  afterAll(() => speak("en"));

  describe.each(Object.entries(editions))("of %s", (_edition, faces) => {
    it.each(Object.entries(faces))("%s has the same spoken name as in Python: %s", (word, said) => {
      expect(spoken(word)).toBe(said);
      expect(parseFace(word).kind).not.toBe("unknown");
    });
  });
});

it("the setup screen sends a message that Python accepted", async () => {
  const { catalogue, message } = goldenSetup;
  table = (await mounted(setup, { catalogue, status: { v: 1, rev: 0, ack: null } })) as unknown as Mounted;
  for (const { number } of catalogue.editions[0]!.phases.slice(1)) await table.click(`input[data-phase="${number}"]`);
  await table.click('[data-act="play"]');
  expect(table.sent).toMatchObject([{ ...message, id: expect.any(String) }]);
});
