import { describe, expect, it, vi } from "vitest";
import type { ReplayPlace, View } from "../src/protocol/table";
import { STEP_INTERVAL } from "../src/table/state/replay.svelte";
import { golden, open as opened, table } from "./mounted";

const ROUNDS = [0, 12, 40].map((at, n) => ({ round: n + 1, at }));
const PLACE: ReplayPlace = { at: 14, last: 60, rounds: ROUNDS, eyes: "open", own: false, decision: null, tries: true, back: true, hands: ["R3 W", "B6 S", ""] };

const open = (place: Partial<ReplayPlace> = {}, change: Partial<View> = {}) => opened("classic/seek", { ...change, replay: { ...PLACE, ...place } }, { mode: "replay" });
const requests = (kind: string) => table.sent.filter((message) => message.kind === kind);
const seeks = () => requests("seek").map(({ at }) => at);
const arrive = (at: number) => table.answer({ replay: { ...PLACE, at } });
const bar = () => table.find("[data-p10='replay']");

describe("the replay bar", () => {
  it("announces its position, and offers only one view while the game is in progress", async () => {
    await open();
    expect(table.find("[data-choice='eyes']")).not.toBeNull();
    expect(bar().dataset).toMatchObject({ at: "14", last: "60" });
    expect(bar().querySelector("input")!.getAttribute("aria-valuetext")).toBe("Move 14 of 60");
    expect(table.find("[data-choice='round'] [aria-pressed='true']").textContent).toBe("2");
    await open({ own: true, eyes: 0 });
    expect(table.find("[data-choice='eyes']")).toBeNull();
  });

  it("requests a moment with each of its buttons and keys", async () => {
    const ways: [way: string, from: number, to: number][] = [
      ["[data-act='replay-first']", 14, 0],
      ["[data-act='replay-back']", 14, 13],
      ["[data-act='replay-on']", 14, 15],
      ["[data-act='replay-last']", 14, 60],
      ["[data-choice='round'] [data-value='2']", 14, 40],
      ["Home", 14, 0],
      ["End", 14, 60],
      ["ArrowLeft", 14, 13],
      ["ArrowRight", 14, 15],
      ["PageUp", 14, 12],
      ["PageUp", 12, 0],
      ["PageDown", 14, 40],
      ["PageDown", 50, 60],
    ];
    await open();
    const asked: typeof ways = [];
    for (const [way, from] of ways) {
      await table.show({ replay: { ...PLACE, at: from } });
      table.sent.splice(0);
      await (way.startsWith("[") ? table.click(way) : table.press(way, bar()));
      asked.push([way, from, seeks()[0] as number]);
      await arrive(seeks()[0] as number);
    }
    expect(asked).toEqual(ways);
  });

  it("has one pending request, followed by the latest, and counts every quick step", async () => {
    await open();
    const slider = table.find<HTMLInputElement>("[data-p10='replay'] input");
    for (const at of ["20", "30", "45"]) {
      slider.value = at;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    expect(seeks()).toEqual([20]);
    await arrive(20);
    expect(seeks()).toEqual([20, 45]);
    await arrive(45);
    expect(seeks()).toEqual([20, 45]);
    for (let i = 0; i < 3; i++) await table.press("ArrowRight");
    await arrive(46);
    expect(seeks().slice(2)).toEqual([46, 48]);
  });

  it("runs to the end, one moment after another", async () => {
    await open({ at: 58 });
    vi.useFakeTimers();
    await table.click("[data-act='replay-run']");
    expect(seeks()).toEqual([]);
    vi.advanceTimersByTime(STEP_INTERVAL);
    await arrive(59);
    vi.advanceTimersByTime(STEP_INTERVAL);
    await arrive(60);
    vi.advanceTimersByTime(5 * STEP_INTERVAL);
    expect(seeks()).toEqual([59, 60]);
    await table.press("Shift");
    expect(table.act("replay-run").textContent).toContain("Watch");
  });

  it("stops on request, and starts over at the end", async () => {
    await open({ at: 60 });
    vi.useFakeTimers();
    await table.click("[data-act='replay-run']");
    expect(seeks()).toEqual([0]);
    await arrive(0);
    await table.click("[data-act='replay-run']");
    vi.advanceTimersByTime(5 * STEP_INTERVAL);
    expect(seeks()).toEqual([0]);
    await table.click("[data-act='replay-run']");
    await table.close();
    vi.advanceTimersByTime(2 * STEP_INTERVAL);
    expect(seeks(), "the table is removed").toEqual([0]);
  });
});

describe("the table in a replay", () => {
  it("shows all hands open", async () => {
    await open();
    const hands = table.all(".hands [role='img']").map((row) => row.getAttribute("aria-label"));
    expect(hands).toEqual(["Your hand: red 3, wild", "greedy’s hand: blue 6, skip", "greedy 2’s hand: no cards left"]);
  });

  it("shows a seat's hand, and nothing in it can be pressed", async () => {
    const { observation } = golden("classic").views["discard"]!;
    await open({ eyes: 0, hands: null }, { you: 0, observation });
    expect(table.all(".hands li")).toHaveLength(1);
    expect(table.all("[data-hand-card], [data-act='discard'], [data-act='lay-down']")).toHaveLength(0);
    expect(table.act("draw-deck").disabled).toBe(true);
  });

  it("shows spectators no hand", async () => {
    await open({ eyes: null, hands: null });
    expect(table.all(".hands")).toHaveLength(0);
  });

  it("shows the end of a round without its buttons", async () => {
    await open({}, { summary: golden("classic").views["continue"]!.summary });
    expect(table.find("[data-p10='summary']")).not.toBeNull();
    expect(table.act("continue")).toBeNull();
    expect(bar()).not.toBeNull();
  });
});
