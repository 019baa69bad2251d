import { describe, expect, it } from "vitest";
import { openParts, orderRun, toMessage } from "../src/table/state/compose";
import { held } from "../src/table/state/hand";
import type { GroupSpec } from "../src/protocol/table";

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
