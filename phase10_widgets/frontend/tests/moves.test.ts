import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drag, meaning, REST, THRESHOLD, THROW, type Lifted } from "../src/shared/drag";
import { bundles, held, places, shifted, sorted } from "../src/table/state/hand";
import { moves, type Move } from "../src/table/state/moves";
import type { Group, Pile, ProgressPart, TableEvent, View } from "../src/protocol/table";
import { at, event, sample, table } from "./mounted";

const hand = (cards: string) => held(cards, "color");
const names = (cards: { word: string }[]) => cards.map(({ word }) => word).join(" ");

describe("the order of the hand", () => {
  it("keeps a card's key from view to view, and drops the key of the played card", () => {
    const before = held("R7 R7 W", "color");
    const after = held("R7 W B3 R7", "color", before, ["R7#0"]);
    expect(after.map(({ key }) => key)).toEqual(["R7#1", "W#0", "B3#0", "R7#0"]);
    expect(held("R7 W", "color", before, ["R7#0"]).map(({ key }) => key)).toEqual(["R7#1", "W#0"]);
    expect(held("R7 R7 W", "color", before, ["R7#0"]).map(({ key }) => key)).toContain("R7#0");
  });

  it("stays as the player arranged it, with new cards at the right end", () => {
    const cards = hand("R1 B2 G3 Y4");
    const order = shifted(["Y4#0", "R1#0", "G3#0"], "G3#0", -1);
    expect(order).toEqual(["Y4#0", "G3#0", "R1#0"]);
    expect(names(sorted(cards, "hand", [], [], order))).toBe("Y4 G3 R1 B2");
    expect(shifted(order, "Y4#0", -1)).toEqual(order);
    expect(shifted(order, "R1#0", 5)).toEqual(order);
  });

  it("follows the phase: each group in its own order, then the leftovers", () => {
    const parts: ProgressPart[] = [
      { kind: "set", number: 7, row: ["R7", "W", null] },
      { kind: "run", start: 3, row: ["B3", null, "R5", "R6"] },
      { kind: "set", row: [null, null] },
    ];
    const found = bundles(sorted(hand("R6 R7 S B3 W R5 R7"), "use", ["R", "B"], []), parts);
    expect(found.map(({ part, cards }) => [part?.kind, names(cards)])).toEqual([["set", "R7 W"], ["run", "B3 R5 R6"], [undefined, "R7 S"]]);
  });

  it("is spread evenly around the middle, with a gap between bundles", () => {
    expect(places([3], 1)).toEqual([-1, 0, 1].map((x) => ({ row: 0, x, wide: 2 })));
    const [one, two] = places([1, 1], 1);
    expect(two!.x - one!.x).toBeGreaterThan(1.2);
    const rows = places([4, 7], 2);
    expect(rows.map(({ row }) => row)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    expect(rows[0]!.x).toBeCloseTo(-rows[5]!.x);
    expect(places([], 1)).toEqual([]);
  });
});

describe("the origins of cards", () => {
  const view = (change: Partial<NonNullable<View["observation"]>> = {}, ...events: TableEvent[]): View => {
    const { view } = sample("classic/discard");
    return { ...view, summary: null, over: null, events, observation: { ...view.observation!, ...change } };
  };
  const seats = (change: (laid: Group[][]) => void) => {
    const found = structuredClone(view().observation!.seats);
    const laid = found.map((seat) => seat.laid);
    change(laid);
    return found.map((seat, i) => ({ ...seat, laid: laid[i]! }));
  };
  const ways = (list: Move[]) => list.map(({ to, from }) => `${from} > ${to}`);
  const you = view().you!;

  it("a new card comes from its pile, others' unseen cards as backs", () => {
    const was = { view: view(), hand: hand("R1 B2") };
    const drawn = (from: Pile, seat = you) => moves({ view: view({}, event("drawn", { seat, from })), hand: seat === you ? held("R1 B2 G3", "color", was.hand) : was.hand }, was);
    expect(ways(drawn("deck"))).toEqual(["deck > hand G3#0"]);
    expect(ways(drawn("discard"))).toEqual(["top > hand G3#0"]);
    expect(drawn("deck", 2)).toEqual([{ to: "seat 2", from: "deck", after: 0, ghost: true, word: undefined }]);
  });

  it("a discard comes from the very card that was pressed, or from its seat", () => {
    const was = { view: view(), hand: hand("R7 R7 B2") };
    const now = held("R7 B2", "color", was.hand, ["R7#0"]);
    expect(ways(moves({ view: view({}, event("discarded", { seat: you, card: "R7" })), hand: now }, was, ["R7#0"]))).toEqual(["hand R7#0 > top"]);
    expect(ways(moves({ view: view({}, event("discarded", { seat: 1, card: "R7" })), hand: was.hand }, was))).toEqual(["seat 1 > top"]);
  });

  it("laid cards come one after another, each from its own place", () => {
    const was = { view: view(), hand: hand("R7 W B7 G1 G2") };
    const laid = seats((all) => all[you]!.push({ kind: "set", number: 7, cards: "R7 B7 W" }));
    const found = moves({ view: view({ seats: laid }, event("phase_laid", { seat: you })), hand: held("G1 G2", "color", was.hand) }, was);
    expect(ways(found)).toEqual([`hand R7#0 > laid ${you}-0 0`, `hand B7#0 > laid ${you}-0 1`, `hand W#0 > laid ${you}-0 2`]);
    expect(found.map(({ after }) => after)).toEqual([0, 45, 90]);
  });

  it("a hit at the low end moves the others up by one", () => {
    const run = (cards: string, start: number) => seats((all) => all[1]!.push({ kind: "run", start, cards }));
    const was = { view: view({ seats: run("R4 R5", 4) }), hand: hand("R3") };
    const hit = event("hit", { seat: 2, card: "R3", owner: 1, group: 0, end: "low" });
    expect(ways(moves({ view: view({ seats: run("R3 R4 R5", 3) }, hit), hand: was.hand }, was))).toEqual(["seat 2 > laid 1-0 0", "laid 1-0 0 > laid 1-0 1", "laid 1-0 1 > laid 1-0 2"]);
    const high = event("hit", { seat: 2, card: "W", owner: 1, group: 0, end: "high" });
    expect(ways(moves({ view: view({ seats: run("R4 R5 W", 4) }, high), hand: was.hand }, was))).toEqual(["seat 2 > laid 1-0 2"]);
  });

  it.each([["hit", { owner: 1, group: 0, card: "G9" }], ["phase_laid", {}], ["discarded", { card: "G9" }]])("a %s that ends the round moves nothing at the cleared table", (type, more) => {
    const was = { view: view(), hand: hand("R1 G9") };
    const cleared = { seats: seats((all) => all.forEach((laid) => laid.splice(0))) };
    const ended = view(cleared, event(type as "hit", { seat: 0, ...more }), event("round_ended", { seat: 0 }));
    expect(moves({ view: ended, hand: [] }, was)).toEqual([]);
  });

  it("the discards become the draw pile again", () => {
    const was = { view: view(), hand: hand("R1") };
    const found = moves({ view: view({}, event("reshuffled")), hand: was.hand }, was);
    expect(new Set(ways(found))).toEqual(new Set(["discard > deck"]));
    expect(found.length).toBeGreaterThan(2);
  });
});

describe("dragging", () => {
  it.each([
    [false, false, 3, 3, "wait"],
    [false, false, 0, -THRESHOLD, "drag"],
    [true, false, 2, -20, "leave"],
    [true, false, 20, -2, "drag"],
    [true, true, 1, -1, "drag"],
  ])("by touch %s, rested %s, over %i, %i means %s", (touch, rested, dx, dy, means) => {
    expect(meaning(touch, rested, dx, dy)).toBe(means);
  });

  const log: string[] = [];
  let node: HTMLElement;
  let stop: () => void;
  const target = document.createElement("p");
  const lifted: Lifted = { targets: [{ node: target, box: new DOMRect(90, 90, 20, 20), drop: ({ x }) => log.push(`drop ${x}`) }], cancel: () => log.push("cancel") };
  // jsdom has no pointer events.
  const pointer = (type: string, x: number, y: number, more = {}, done = performance.now()) => {
    const event = Object.assign(new MouseEvent(type, { clientX: x, clientY: y, bubbles: true }), { pointerId: 1, isPrimary: true, pointerType: "mouse", ...more });
    node.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: done }));
  };

  beforeEach(() => {
    log.length = 0;
    node = document.body.appendChild(document.createElement("div"));
    node.addEventListener("click", () => log.push("click"));
    stop = drag(node, { lift: () => lifted }).destroy;
  });
  afterEach(() => {
    stop();
    node.remove();
  });

  it("highlights the target below it, drops there, and does not click", () => {
    pointer("pointerdown", 10, 10);
    pointer("pointermove", 12, 12);
    expect(node.style.translate).toBe("");
    pointer("pointermove", 100, 100);
    expect(node.style.translate).toBe("90px 90px");
    expect(target.dataset.over).toBe("");
    pointer("pointerup", 100, 100);
    node.click();
    expect(target.dataset.over).toBeUndefined();
    expect(log).toEqual(["drop 100"]);
  });

  it("ignores a scrolling finger, and follows one that has rested", () => {
    vi.useFakeTimers();
    pointer("pointerdown", 10, 10, { pointerType: "touch" });
    pointer("pointermove", 10, 60, { pointerType: "touch" });
    pointer("pointermove", 100, 100, { pointerType: "touch" });
    expect(node.dataset.dragged).toBeUndefined();
    pointer("pointerdown", 10, 10, { pointerType: "touch" });
    vi.advanceTimersByTime(REST);
    pointer("pointermove", 10, 100, { pointerType: "touch" });
    expect(node.dataset.dragged).toBe("");
  });

  describe("a throw", () => {
    /** Move a finger up over these points, 20 ms apart, and lift it `rest` ms later; a busy page learns of it `late`. */
    const fling = (points: number[], { rest = 0, late = 0, x = 10, still = true, flownOver = false }) => {
      vi.useFakeTimers();
      stop();
      lifted.targets[0]!.flownOver = flownOver;
      stop = drag(node, { lift: () => ({ ...lifted, throw: ({ y }) => log.push(`throw ${y}`) }), still: () => still }).destroy;
      const touch = { pointerType: "touch" };
      pointer("pointerdown", x, points[0]!, touch);
      for (const y of points.slice(1)) {
        vi.advanceTimersByTime(20);
        pointer("pointermove", x, y, touch);
      }
      vi.advanceTimersByTime(rest);
      const done = performance.now();
      vi.advanceTimersByTime(late);
      pointer("pointerup", x, points.at(-1)!, touch, done);
    };

    it.each([
      ["fast and far", "throw 240", [300, 270, 240], {}],
      ["fast and far on a busy page", "throw 240", [300, 270, 240], { late: THROW.rest }],
      ["not far enough", "cancel", [300, 285, 270], {}],
      ["slow at its end", "cancel", [300, 240, 236], {}],
      ["back down", "cancel", [300, 200, 220], {}],
      ["after a rest", "cancel", [300, 270, 240], { rest: THROW.rest }],
      ["over a target", "drop 100", [300, 200, 100], { x: 100 }],
      ["over a target that only takes what is let go slowly", "throw 100", [300, 200, 100], { x: 100, flownOver: true }],
      ["let go slowly over such a target", "drop 100", [300, 200, 100], { x: 100, flownOver: true, rest: THROW.rest }],
      ["on a page that can scroll", "", [300, 270, 240], { still: false }],
    ])("%s: %s", (_how, means, points, more) => {
      fling(points, more);
      expect(log.join()).toBe(means);
    });
  });
});

describe("at the table", () => {
  const cards = () => table.all("[data-hand-card]").map(({ dataset }) => dataset.handCard);

  at("classic-play", "a hand in the player's own order is changed by keys and buttons, and is kept", async () => {
    await table.enter('[data-choice="sort"]', "hand");
    const [first, second, third] = cards();
    const key = new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true });
    table.find("[data-hand-card]").dispatchEvent(key);
    await table.press("Shift");
    expect(cards().slice(0, 3)).toEqual([second, first, third]);
    await table.click(`[data-hand-card="${first}"]`);
    await table.click('[data-act="move-right"]');
    expect(cards().slice(0, 3)).toEqual([second, third, first]);
    await table.happen();
    expect(cards().slice(0, 3)).toEqual([second, third, first]);
    expect(localStorage.getItem("p10-sort")).toBe("hand");
    expect(JSON.stringify(localStorage)).not.toContain(first);
  });
});

describe("turning the table over", () => {
  const frames: FrameRequestCallback[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  });
  afterEach(() => void frames.splice(0));
  const root = () => table.find("[data-p10='table']");
  const fan = () => table.find("[data-at^='seat']").innerHTML;
  const card = () => table.find("[data-hand-card] .face").innerHTML;
  const frame = async () => {
    for (const then of frames.splice(0)) then(0);
    await vi.advanceTimersByTimeAsync(0);
  };

  at("flip-play", "shows the old side until it is edge-on; then first the hand, and a frame later the felt and the others", async () => {
    const { observation } = sample("flip-play").view;
    const [hand, others] = [card(), fan()];
    const side = root().dataset.look;
    const turned = observation!.seats.map((seat) => ({ ...seat, backs: seat.backs && "B1 B1 B1" }));
    const other = side === "color" ? "wild" : "color";
    await table.show({ observation: { ...observation!, side: other, seats: turned } });
    expect([card(), fan(), root().dataset.look]).toEqual([hand, others, side]);
    await vi.advanceTimersByTimeAsync(300);
    expect(card()).not.toBe(hand);
    expect([fan(), root().dataset.look, root().dataset.side]).toEqual([others, side, other]);
    await frame();
    expect([fan(), root().dataset.look]).toEqual([others, side]);
    await frame();
    expect(fan()).not.toBe(others);
    expect(root().dataset.look).toBe(other);
  });
});
