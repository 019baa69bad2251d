import { beforeEach, describe, expect, it, vi } from "vitest";
import { counted } from "../src/table/ending/count";
import { held } from "../src/table/state/hand";
import { dealt, flight, ghost } from "../src/table/state/keyframes";
import { DEAL, moves, type Move } from "../src/table/state/moves";
import { at, event, open, sample, table } from "./mounted";

const HAND = held("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "color");
const { view } = sample("classic/discard");
const you = view.you!;
const seats = view.observation!.seats.map((seat) => ({ ...seat, cards: 10 }));
const deal = (dealer: number) =>
  moves({ view: { ...view, summary: null, over: null, events: [event("round_dealt")], observation: { ...view.observation!, seats, dealer } }, hand: HAND }, null);
const own = (list: Move[]) => list.filter(({ to }) => to.startsWith("hand"));
const to = (list: Move[], seat: number) => list.filter((move) => move.to === `seat ${seat}`);
const others = seats.map((_, seat) => seat).filter((seat) => seat !== you);

describe("a deal", () => {
  it.each(seats.map((_, dealer) => dealer))("goes around the table from the left of dealer %i, in the order of the hand", (dealer) => {
    const list = deal(dealer);
    expect(own(list).map((move) => move.to)).toEqual(HAND.map(({ key }) => `hand ${key}`));
    const first = (seat: number) => (seat === you ? own(list) : to(list, seat))[0]!.after;
    const order = seats.map((_, n) => (dealer + 1 + n) % seats.length);
    expect(order.toSorted((a, b) => first(a) - first(b))).toEqual(order);
    const times = own(list).map(({ after }) => after);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(first(order[0]!)).toBe(0);
    expect(times[1]).toBeGreaterThan(first(order.at(-1)!));
  });

  it("brings every player the number of cards they hold, with a few backs that fly repeatedly", () => {
    for (const seat of others) {
      const backs = to(deal(0), seat);
      expect(backs.length).toBeLessThan(6);
      expect(backs.reduce((sum, { times }) => sum + times!, 0)).toBe(10);
      // No back starts again before it has arrived.
      for (const { every } of backs) expect(every).toBeGreaterThanOrEqual(DEAL.flight);
    }
    const out = others[0]!;
    const playing = seats.map((seat, n) => (n === out ? { ...seat, cards: 0 } : seat));
    const fewer = moves({ view: { ...view, summary: null, events: [event("round_dealt")], observation: { ...view.observation!, seats: playing } }, hand: HAND }, null);
    expect(to(fewer, out)).toEqual([]);
  });

  it("shows the other faces of two-sided cards, and no other cards", () => {
    const flip = sample("flip-play").view;
    const { seats, discard_pile: discards } = flip.observation!;
    const list = moves({ view: { ...flip, events: [event("round_dealt")] }, hand: HAND }, null);
    const other = seats.findIndex((seat, n) => n !== flip.you && seat.backs);
    const faces = to(list, other).map(({ word }) => word);
    expect(faces).toEqual(seats[other]!.backs.split(" ").slice(0, faces.length));
    expect(list.at(-1)!.word).toBe(discards.split(" ")[0]!.split("/")[flip.observation!.side === "color" ? 1 : 0]);
    expect(deal(0).some(({ word }) => word)).toBe(false);
  });

  it("turns the open card at the end, and takes at most 1.2 seconds", () => {
    const list = deal(0);
    const ends = list.map(({ after, times = 1, every = DEAL.flight }) => after + times * every);
    const turns = list.filter((move) => move.turns);
    expect(turns.map((move) => [move.to, Boolean(move.ghost)])).toEqual([["top", false], ["top", true]]);
    for (const { after } of own(list)) expect(turns[0]!.after).toBeGreaterThanOrEqual(after + DEAL.flight);
    expect(Math.max(...ends, turns[0]!.after + DEAL.turn, DEAL.cards + DEAL.flight + DEAL.fan)).toBeLessThanOrEqual(1200);
  });
});

describe("the frames of a motion", () => {
  const [from, place] = [new DOMRect(10, 10, 50, 72), new DOMRect(300, 400, 50, 72)];
  const moving = (frames: Keyframe[]) => new Set(frames.flatMap(Object.keys));

  it.each([
    ["a dealt card", dealt(-4.5, from, place, { x: 320, y: 430 }, 120)],
    ["a card to the hand", flight({ to: "hand R1#0", from: "deck", after: 0 }, from, place)[0]],
    ["a card to the table", flight({ to: "laid 0-0 1", from: "hand R1#0", after: 0 }, from, place)[0]],
    ["a back", ghost({ to: "seat 1", from: "deck", after: 0, ghost: true }, from, place)[0]],
    ["the last card", ghost({ to: "", from: "hand R1#0", after: 0, last: true }, from, place)[0]],
  ])("of %s change only transforms and opacity, forward in time", (_, frames) => {
    expect([...moving(frames)].filter((name) => !["transform", "opacity", "offset", "easing"].includes(name))).toEqual([]);
    const offsets = frames.flatMap(({ offset }) => (offset == null ? [] : [offset]));
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(offsets.every((offset) => offset >= 0 && offset <= 1)).toBe(true);
    expect(frames.at(-1)!.transform).toBe("none");
  });

  it("press a card down on the table, but not in the hand", () => {
    const scales = (name: string) => flight({ to: name, from: "deck", after: 0 }, from, place)[0].filter(({ transform }) => String(transform).startsWith("translate(0,0)"));
    expect(scales("laid 0-0 1")).toHaveLength(2);
    expect(scales("top")).toHaveLength(2);
    expect(scales("hand R1#0")).toEqual([]);
  });
});

describe("counting", () => {
  it.each([[100, 180], [0, 5], [95, 96]])("goes up from %i to %i, each number once", (before, after) => {
    const numbers = counted(before, after);
    expect([numbers[0], numbers.at(-1)]).toEqual([before, after]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(counted(after, after), "nothing was scored").toEqual([]);
  });
});

describe("points in motion", () => {
  beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} })));

  it.each([new Event("pointerdown", { bubbles: true }), new KeyboardEvent("keydown", { key: "Shift", bubbles: true })])("stop at a $type, as a deal does; other motions continue", async (press) => {
    await open("classic/continue");
    const fake = (id: string, selector: string) => ({ id, effect: { target: table.find(selector) }, finish: vi.fn() });
    const [counting, dealing, other] = [fake("", ".strip"), fake("deal", "header"), fake("", "header")];
    vi.spyOn(Element.prototype, "getAnimations").mockReturnValue([counting, dealing, other] as never);
    table.find("[data-p10='table']").dispatchEvent(press);
    expect([counting, dealing, other].map(({ finish }) => finish.mock.calls.length)).toEqual([1, 1, 0]);
  });
});

describe("the end", () => {
  const names = (all: HTMLElement[]) => all.map((node) => node.getAttribute("aria-label"));

  at("classic/continue", "of a round tells one's own place and moment first, then the others", async () => {
    const { summary, you } = table.state.view;
    const own = summary!.seats[you!]!;
    const [first, then] = table.all("[data-p10='summary'] .content > *");
    expect(first!.textContent).toContain(`you are second of 3, with ${own.score} points`);
    expect(first!.textContent).toContain("You laid phase 1!");
    expect(first!.querySelectorAll("[role='img']")).toHaveLength(summary!.finish.groups[you!]!.length);
    expect(then!.textContent).toContain(summary!.text);
    await table.show({ summary: { ...summary!, out: you, seats: summary!.seats.with(you!, { ...own, place: 1 }) } });
    expect(table.find("[data-p10='own']").textContent).toContain("You laid phase 1 and went out!");
    expect(table.find("[data-p10='summary'] .end"), "it would say the same").toBeNull();
  });

  at("classic/continue", "of a round praises the best decision of whoever laid nothing", async () => {
    const { summary, you } = table.state.view;
    const curve = { title: "", text: "", names: [], own: 0, moments: [0, 1], rounds: [], chances: [] };
    const praise = { at: 1, name: "You", grade: "best", cost: 1, played: { text: "Take the red 12", cards: "R12", blind: false }, better: null, why: "", text: "" } as const;
    const seats = summary!.seats.map((seat) => (seat.seat === you ? { ...seat, laid: false } : seat));
    await table.show({ summary: { ...summary!, seats, review: { title: "", rows: [], praise, curve } } });
    expect(table.find("[data-p10='own']").textContent).toContain("Your best moment: Take the red 12.");
  });

  at("classic/again", "of a game tells one's own place before the winner's", async () => {
    const { over, you } = table.state.view;
    await table.show({ over: { ...over!, winners: [1], standings: over!.standings.map((row) => ({ ...row, place: row.seat === you ? 2 : 1 })) } });
    expect(table.find("[data-p10='winner'] .words").textContent).toMatch(/^You finished second of\s3\./);
  });

  at("classic/continue", "of a round shows the groups of whoever went out, and the last card", async () => {
    const { finish, out, seats } = table.state.view.summary!;
    const shown = names(table.all("[data-p10='summary'] .end [role='img']"));
    expect(shown).toHaveLength(finish.groups[out!]!.length + 1);
    expect(shown[0]).toContain(`${seats[out!]!.name}: `);
    expect(shown.at(-1)).toMatch(/last card: \w+/);
  });

  at("classic/again", "of a game shows the winner's groups and phases, and celebrates only a person", async () => {
    const { over } = table.state.view;
    const winner = table.find("[data-p10='winner']");
    expect(winner.textContent).toContain(over!.text);
    expect(winner.querySelectorAll("[data-done]")).toHaveLength(over!.standings[0]!.completed.length);
    expect(names(table.all("[data-p10='winner'] [role='img']"))).toHaveLength(over!.finish!.groups[over!.winners[0]!]!.length + Number(over!.finish!.last?.seat === over!.winners[0]));
    for (const seat of [0, 1]) {
      await table.show({ over: { ...over!, winners: [seat] } });
      expect(table.all("[data-p10='winner'] .confetti i").length > 0).toBe(seat === table.state.view.you);
    }
    await table.show({ over: { ...over!, winners: [0, 1], finish: null } });
    expect(names(table.all("[data-p10='winner'] [role='img']"))).toEqual([]);
  });
});
