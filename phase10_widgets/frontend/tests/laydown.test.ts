import { describe, expect, it } from "vitest";
import type { GroupSpec } from "../src/protocol/table";
import { openParts, orderRun, toMessage } from "../src/table/state/compose";
import { held } from "../src/table/state/hand";
import { at, open as opened, table } from "./mounted";

async function open(name: string) {
  await opened(name);
  await table.click('[data-act="arrange"]');
}

/** Move on by this many proposals. */
async function step(times: number) {
  for (let n = 0; n < times; n++) await table.click('[data-act="lay-down-next"]');
}

const drafted = (at: number) => [...table.find(`[data-draft="${at}"]`).querySelectorAll<HTMLElement>("[data-draft-card]")].map((card) => card.dataset.draftCard).join(" ");
const sent = () => (table.sent.at(-1) as { action: unknown }).action;

describe("the lay-down panel", () => {
  it("proposes, moves to the next proposal, confirms", async () => {
    await open("classic-play");
    expect([drafted(0), drafted(1)]).toEqual(["R3 Y3 G3", "R5 B6 G7 Y8"]);
    await step(1);
    expect(drafted(1)).toBe("W R5 B6 G7");
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toEqual({ type: "lay_down", groups: [{ cards: "R3 Y3 G3" }, { cards: "W R5 B6 G7", start: 4 }] });
  });

  at("classic-play", "starts from the proposal that uses the selected card", async () => {
    await table.click('[data-hand-card="B12"]');
    await table.press("a");
    expect(drafted(0)).toBe("B12 W W");
    await table.click('[data-act="close"]');
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="lay-down"]');
    expect(sent()).toMatchObject({ type: "lay_down", groups: [{ cards: "B12 W W" }, {}] });
  });

  it("adds selected cards, takes cards back, moves a wild along the run", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="W"]');
    await table.click('[data-draft-group="1"][data-act="lay-down-add"]');
    expect(drafted(1)).toBe("R5 B6 G7 Y8 W");
    await table.click('[data-draft-group="1"][data-act="lay-down-lower"]');
    expect(drafted(1)).toBe("W R5 B6 G7 Y8");
    await table.click('[data-draft="0"] [data-draft-card="G3"]');
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toEqual({ type: "lay_down", groups: [{ cards: "R3 Y3" }, { cards: "W R5 B6 G7 Y8", start: 4 }] });
  });

  it("lets the player choose the number of a set of wilds", async () => {
    await open("classic-wilds");
    await step(8);
    await table.enter('[data-draft="1"] [data-part="number"]', "11");
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toEqual({ type: "lay_down", groups: [{ cards: "R9 B9 G9" }, { cards: "W W W", number: 11 }] });
  });

  it("names the phase if any phase may be laid down", async () => {
    await open("classic-any");
    await table.click('[data-choice="phase"] [data-value="4"]');
    expect(drafted(0)).toBe("R3 W R5 B6 R7 Y8 G9");
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toMatchObject({ type: "lay_down", phase: 4 });
  });

  at("classic-play", "is not offered while the cards do not make the phase", async () => {
    const legal = table.state.view.legal.filter(({ type }) => type !== "lay_down");
    expect(table.act("lay-down").disabled).toBe(false);
    await table.show({ legal });
    expect(table.act("lay-down")).toBeNull();
    expect(table.act("arrange")).toBeNull();
    await table.press("l");
    await table.press("a");
    expect(table.sent).toEqual([]);
    expect(table.find("[data-p10='lay-down-panel']")).toBeNull();
  });

  it("cannot be confirmed while a group is empty", async () => {
    await open("classic-play");
    await table.click('[data-act="lay-down-clear"]');
    expect(drafted(0)).toBe("");
    expect(table.act("lay-down-confirm").disabled).toBe(true);
    await table.click('[data-act="lay-down-next"]');
    expect(table.act("lay-down-confirm").disabled).toBe(false);
  });

  it("stays open after a refusal and closes once the phase is on the table", async () => {
    await open("classic-play");
    await table.click('[data-act="lay-down-confirm"]');
    await table.refuse("No.", { rule: "G6" });
    expect(table.find("[role=alert]").textContent).toContain("G6");
    expect(table.find("[data-p10='lay-down-panel']")).not.toBeNull();
    const seen = table.state.view.observation!;
    const [me, ...others] = seen.seats;
    await table.answer({ observation: { ...seen, seats: [{ ...me!, laid: [{ kind: "set", cards: "R3 Y3 G3", number: 3 }] }, ...others] } });
    expect(table.find("[data-p10='lay-down-panel']")).toBeNull();
  });
});

const cards = (words: string) => held(words, "color");
const FIELDS: Record<string, GroupSpec["fields"]> = { set: ["number"], run: ["start"], color: ["color"], flush: ["suit"], "color run": ["start", "color"], "suit run": ["start", "suit"] };
const spec = (kind: string): GroupSpec => ({ kind, fields: FIELDS[kind]!, size: 4, text: kind, another: false });
const draft = (kind: string, identity = {}) => ({ spec: spec(kind), keys: [], identity });

it.each([
  ["fills its gaps with wilds", "R7 W B5", undefined, "B5 W R7", 5],
  ["puts spare wilds at the high end", "B5 W W", undefined, "B5 W W", 5],
  ["starts where asked", "B5 W W", 3, "W W B5", 3],
  ["stays below the top", "R12 B11 W", undefined, "W B11 R12", 10],
  ["of wilds alone starts anywhere", "W W W", 7, "W W W", 7],
  ["keeps a doubled number for Python to refuse", "R5 B5 G6", undefined, "R5 B5 G6", 5],
])("a run in progress: %s", (_why, words, start, expected, first) => {
  const run = orderRun(cards(words), start, 12);
  expect(run.cards.map(({ word }) => word).join(" ")).toBe(expected);
  expect(run.start).toBe(first);
});

describe("the open parts of a group", () => {
  it.each([
    ["set", "W W", ["number"]],
    ["set", "R7 W", []],
    ["run", "R7 W", ["start"]],
    ["run", "R7 R8", []],
    ["color", "W W", ["color"]],
    ["flush", "JK JK", ["suit"]],
    ["flush", "JK 9H", []],
    ["color run", "R* R5", ["start"]],
    ["suit run", "JK 9H", ["start"]],
    ["suit run", "JK JK", ["start", "suit"]],
  ] as [string, string, string[]][])("%s of %s: %j", (kind, words, expected) => expect(openParts(spec(kind), cards(words), true)).toEqual(expected));
  it("asks for the color of a run of wilds if cards have one face", () => expect(openParts(spec("color run"), cards("W W"), false)).toEqual(["start", "color"]));
});

describe("the message", () => {
  it("writes a run from low to high and declares its start", () =>
    expect(toMessage(draft("run", { start: 3 }), cards("Y6 W R4 B5"), 12, false)).toEqual({ cards: "W R4 B5 Y6", start: 3 }));
  it("declares nothing that the cards determine", () => expect(toMessage(draft("set", { number: 9 }), cards("R7 W"), 12, false)).toEqual({ cards: "R7 W" }));
  it("declares the number of a group of wilds", () => expect(toMessage(draft("set", { number: 9 }), cards("W W"), 12, false)).toEqual({ cards: "W W", number: 9 }));
  it("names both faces of a flip card", () => expect(toMessage(draft("set"), cards("G9/* G9/1"), 12, true)).toEqual({ cards: "G9/* G9/1" }));
});
