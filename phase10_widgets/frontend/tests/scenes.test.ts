import { beforeEach, describe, expect, it, vi } from "vitest";
import { noteDeeds, sceneOf } from "../src/table/state/story";
import { SCENE } from "../src/table/state/animations.svelte";
import { at, event, sample, table } from "./mounted";

const { about, view } = sample("classic/discard");
const { seats } = view.observation!;
const ada = seats.findIndex((_, seat) => seat !== view.you);
const GROUPS = [{ kind: "set", cards: "R9 W G9", number: 9 }];
const laid = event("phase_laid", { seat: ada, phase: 2, groups: GROUPS });

describe("a bubble", () => {
  const deeds = (...events: ReturnType<typeof event>[]) => noteDeeds({}, { ...view, events })[ada]?.words;
  const drawn = (from: "deck" | "discard", card: string | null = null) => event("drawn", { seat: ada, from, card });

  it.each([
    ["drew", [drawn("deck")]],
    ["took the red 5", [drawn("discard", "R5")]],
    ["laid phase 2", [drawn("discard", "R5"), laid, event("hit", { seat: ada, owner: ada, group: 0, card: "G9" })]],
    ["skipped!", [event("turn_skipped", { seat: ada })]],
  ])("says %j", (words, events) => expect(deeds(...events)).toBe(words));

  it("never names a card from the draw pile", () => expect(deeds(drawn("deck", "R5"))).toBe("drew"));
  it("changes with the seat's next turn", () => expect(deeds(laid, drawn("deck"))).toBe("drew"));
  it("is gone in the next round", () => expect(deeds(laid, event("round_dealt"))).toBeUndefined());
});

describe("a phase laid down", () => {
  const motion = (less: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: less, addEventListener() {}, removeEventListener() {} }));
  beforeEach(() => {
    vi.useFakeTimers();
    motion(false);
  });
  const scene = () => table.all("[data-p10='scene']").length;
  const lay = () => table.show({ events: [laid] });
  const root = () => table.find("[data-p10='table']");

  at("classic/discard", "is a scene, and the next view waits for its end", async () => {
    await lay();
    expect(table.find("[data-p10='scene']").textContent).toContain("laid phase 2!");
    await table.show({ events: [], observation: { ...view.observation!, round: 9 } });
    expect([scene(), root().textContent!.includes("Round 9")]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(SCENE);
    expect([scene(), root().textContent!.includes("Round 9")]).toEqual([0, true]);
  });

  at("classic/discard", "ends with any key or tap", async () => {
    for (const press of [new Event("pointerdown", { bubbles: true }), new KeyboardEvent("keydown", { key: "a", bubbles: true })]) {
      await lay();
      expect(scene()).toBe(1);
      root().dispatchEvent(press);
      await vi.advanceTimersByTimeAsync(1);
      expect(scene()).toBe(0);
    }
  });

  at("classic/discard", "is no scene where the system asks for less motion", async () => {
    motion(true);
    await lay();
    expect(scene()).toBe(0);
  });

  it("is no scene in a replay", () => expect(sceneOf({ ...view, events: [laid], replay: {} as never }, about)).toBeNull());
});

describe("the end of a game", () => {
  const { about, view } = sample("classic/again");
  const won = (seat: number, computers = true) => sceneOf({ ...view, over: { ...view.over!, winners: [seat] } }, { ...about, computers });

  it("celebrates the player, or anybody if no computer played", () => {
    expect([won(view.you!)?.mood, won(1 - view.you!)?.mood, won(1 - view.you!, false)?.mood]).toEqual(["won", "lost", "won"]);
  });
});
