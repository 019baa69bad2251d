import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ProgressPart, TableEvent, View } from "../src/protocol/table";
import { extendLog, noteHits } from "../src/table/state/story";
import { lacking, partText } from "../src/table/state/narration";
import { COLLECT, Announcer } from "../src/table/state/announcer.svelte";
import { at, event as happened, sample, table } from "./mounted";

const live = () => table.find("[data-p10='live']").textContent!;
const event = <T extends TableEvent["type"]>(type: T, text: string, rest: Parameters<typeof happened<T>>[1] = {}) => happened(type, { text, ...rest } as never);

it("the log has an entry for each turn", () => {
  const first = extendLog([], [event("round_dealt", "Round 1."), event("drawn", "Ben drew."), event("hit", "Ben hit.")]);
  expect(first).toEqual([["Round 1."], ["Ben drew.", "Ben hit."]]);
  const more = extendLog(first, [event("discarded", "Ben discarded."), event("drawn", "You drew.")]);
  expect(more).toEqual([["Round 1."], ["Ben drew.", "Ben hit.", "Ben discarded."], ["You drew."]]);
  expect(extendLog([], [event("hit", "Ben hit.")]), "in the middle of a turn").toEqual([["Ben hit."]]);
});

describe("the hitters of laid cards", () => {
  const view = (cards: string, ...events: TableEvent[]): View => {
    const { view } = sample("classic-hit");
    const seats = view.observation!.seats.map((seat, i) => ({ ...seat, laid: i ? [] : [{ kind: "run" as const, start: 5, cards }] }));
    return { ...view, events, observation: { ...view.observation!, seats } };
  };
  const hit = (seat: number, end: "low" | "high") => event("hit", "", { seat, owner: 0, group: 0, end });
  const laid = { "0-0": [null, null, null, null] };

  it.each([
    ["nobody when it is laid down", {}, view("R5 B6 G7 Y8"), [null, null, null, null]],
    ["at the upper end", laid, view("R5 B6 G7 Y8 R9", hit(2, "high")), [null, null, null, null, 2]],
    ["at both ends in one view", laid, view("R4 R5 B6 G7 Y8 R9", hit(2, "high"), hit(1, "low")), [1, null, null, null, null, 2]],
    ["after a reload only what is seen to happen", {}, view("R4 R5 B6 G7 Y8 R9", hit(1, "high")), [null, null, null, null, null, 1]],
    ["nothing any more after an undo", { "0-0": [null, null, null, null, 0] }, view("R5 B6 G7 Y8"), [null, null, null, null]],
    ["nothing of the round before", {}, view("R5 B6 G7", hit(1, "high"), event("round_dealt", "")), [null, null, null]],
  ] as [string, Record<string, (number | null)[]>, View, (number | null)[]][])("%s", (_, known, now, expected) =>
    expect(noteHits(known, now)["0-0"]).toEqual(expected),
  );

  it("are kept while a curtain hides the table", () => expect(noteHits(laid, { ...view("R5"), observation: null })).toBe(laid));

  at("classic-hit", "are shown and announced", async () => {
    const seats = table.state.view.observation!.seats.map((seat, i) => (i ? seat : { ...seat, laid: [seat.laid[0]!, { ...seat.laid[1]!, cards: "R5 B6 G7 Y8 R9" }] }));
    table.state.view = { ...table.state.view, observation: { ...table.state.view.observation!, seats } };
    await table.happen(event("hit", "Clara hit your group 2 with a red 9.", { seat: 2, owner: 0, group: 1, end: "high" }));
    expect(table.find("[data-group='0-1']").getAttribute("aria-label")).toContain("yellow 8, red 9 hit by Clara");
    expect(table.find("[data-group='0-1'] [title]").textContent).toBe("C");
  });
});

describe("the parts of the phase", () => {
  it.each([
    [{ kind: "set", number: 7, row: ["R7", "W", null] }, "set of 7s: 1 more"],
    [{ kind: "set", number: 7, row: ["R7", "W", "B7"] }, "set of 7s: complete"],
    [{ kind: "run", start: 4, row: ["R4", "W", "B6", null] }, "run 4 to 7: 7 is missing"],
    [{ kind: "run", start: 4, row: [null, "W", null, null] }, "run 4 to 7: 4, 6 and 7 are missing"],
    [{ kind: "color run", start: 4, color: "R", row: ["R4", null] }, "red run 4 to 5: 5 is missing"],
    [{ kind: "color", color: "G", row: ["G4", null, null] }, "green cards: 2 more"],
    [{ kind: "flush", suit: "H", row: ["4H", null] }, "hearts: 1 more"],
    [{ kind: "set", row: [null, null, null] }, "set of 3: 3 more"],
  ] as [ProgressPart, string][])("%o reads %s", (part, expected) => expect(partText(part, "set of 3", 12)).toBe(expected));

  it("name the card that fits an empty place", () => {
    expect(lacking({ kind: "run", start: 4, row: [] }, 3, 12)).toBe("7");
    expect(lacking({ kind: "set", number: 12, row: [] }, 0, 13)).toBe("Q");
    expect(lacking({ kind: "color", color: "R", row: [] }, 0, 12)).toBe("");
  });

  at("classic-play", "are shown on the phase card", async () => {
    const { progress } = table.state.view;
    await table.show({ progress: { ...progress!, parts: [{ kind: "run", start: 4, row: ["R4", "W", "B6", null] }] } });
    expect(table.find("[data-p10='parts']").textContent).toContain("run 4 to 7: 7 is missing");
    expect(table.all("[data-p10='parts'] [data-face]")).toHaveLength(3);
    expect(table.find("[data-p10='parts'] .gap").textContent).toBe("7");
  });
});

describe("the announcer", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("collects the news of fast players", () => {
    const announcer = new Announcer();
    announcer.hear(["Ben drew."], "");
    vi.advanceTimersByTime(COLLECT / 2);
    announcer.hear(["Ben discarded."], "");
    expect(announcer.current).toBeNull();
    vi.advanceTimersByTime(COLLECT / 2);
    expect(announcer.current).toEqual({ n: 1, words: "Ben drew. Ben discarded." });
    vi.advanceTimersByTime(COLLECT * 2);
    expect(announcer.current!.n).toBe(1);
  });

  it("announces the prompt at once, and only once", () => {
    const announcer = new Announcer();
    announcer.hear(["Ben drew."], "");
    announcer.hear(["Ben discarded."], "Your turn.");
    expect(announcer.current!.words).toBe("Ben drew. Ben discarded. Your turn.");
    announcer.hear(["You hit."], "Your turn.");
    expect(announcer.current!.words).toBe("You hit.");
    announcer.hear([], "Your turn.");
    expect(announcer.current!.n).toBe(2);
    announcer.hear([], "");
    announcer.hear([], "Your turn.");
    expect(announcer.current).toEqual({ n: 3, words: "Your turn." });
  });
});

describe("announcements", () => {
  at("classic-hit", "list the cards that fit on the table, and describe the whole table on request, by key and by button", async () => {
    expect(live()).toContain("These fit on the table: ");
    expect(live()).toContain("green 4");
    await table.press("i");
    const spoken = live();
    for (const part of [
      "Round ", "Your hand, 4 cards: green 4, red 9, blue 12, wild.", "Discard pile: ", "Draw pile: ",
      "You: run 5 to 8: red 5, blue 6, green 7, yellow 8. Open for 4 and 9.",
      "Clara: set of 9s: red 9, wild stands for 9, green 9, blue 9.", "Ben: ",
    ]) // prettier-ignore
      expect(spoken).toContain(part);
    expect(spoken).not.toMatch(/undefined|null|\.\./);
    await table.press("?");
    await table.click("[data-act='where']");
    expect(live()).toBe(spoken);
  });
});
