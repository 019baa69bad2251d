import { describe, expect, it } from "vitest";
import { activeWord, caption, COLORS, groupName, learnColors, otherWord, parseFace, spoken } from "../src/shared/cards";
import { draw } from "../src/shared/drawing";
import { held, sorted } from "../src/table/state/hand";
import { goldenDrawings } from "./mounted";

/** Return a drawing with every element in one form. */
const plain = (drawn: string) => drawn.replace(/><\/(path|rect)>/g, "/>").replace(/\.0(?=")/g, "");

describe("a card word", () => {
  it("is spoken in words, or verbatim if unknown (golden.test.ts has the cards of all editions)", () => {
    expect(["R7", "TS", "??"].map(spoken)).toEqual(["red 7", "10 of spades", "??"]);
  });

  it("has two faces in flip, of which one is active", () => {
    expect(activeWord("R5!/9", "color")).toBe("R5!");
    expect(activeWord("R5!/9", "wild")).toBe("9");
    expect(otherWord("R5!/9", "wild")).toBe("R5!");
    expect(activeWord("R7", "wild")).toBe("R7");
    expect(otherWord("R7", "color")).toBeNull();
  });

  it("has a color, number, suit, symbol and side", () => {
    expect(parseFace("B*!")).toMatchObject({ kind: "star", color: "B", number: null, symbol: true, wildSide: false });
    expect(parseFace("12!")).toMatchObject({ kind: "number", color: null, number: 12, symbol: true, wildSide: true });
    expect(parseFace("KD")).toMatchObject({ number: 13, label: "K", suit: "D", color: "red" });
  });
});

describe("a wild on the table", () => {
  it.each([
    ["a set's number", { kind: "set", cards: "QH JK", number: 12 }, 1, { text: "Q", color: null, suit: null }],
    ["its place in a run", { kind: "run", cards: "9H JK", start: 9 }, 1, { text: "10", color: null, suit: null }],
    ["the suit", { kind: "flush", cards: "9H JK", suit: "H" }, 1, { text: "", color: null, suit: "H" }],
    ["what a kind of somebody's own says", { kind: "suit run", cards: "9H JK", start: 9, suit: "H" }, 1, { text: "10", color: null, suit: "H" }],
    ["the color", { kind: "color", cards: "9H JK", color: "red" }, 1, { text: "red", color: "red", suit: null }],
  ] as const)("stands for %s", (_why, group, index, expected) => expect(caption(parseFace("JK"), group, index, 13)).toEqual(expected));

  it("of an open color run stands for a number only", () =>
    expect(caption(parseFace("*"), { start: 3, color: null }, 1, 12)).toEqual({ text: "4", color: null, suit: null }));

  it("has a named group", () => expect(groupName({ kind: "color run", cards: "R5 9 R*", start: 5, color: "R" }, 12)).toBe("red run 5 to 7"));

  it("may have its edition's own color", () => {
    learnColors({ looks: { P: { name: "purple", background: "#6b3fa0", ink: "#ffffff", path: "M12 1z" } } });
    expect(spoken("P7")).toBe("purple 7");
    expect(spoken("R7")).toBe("red 7");
    expect(groupName({ kind: "color", cards: "P5 P9", color: "P" }, 12)).toBe("purple cards");
    expect(caption(parseFace("W"), { color: "P" }, 0, 12)).toEqual({ text: "", color: "P", suit: null });
    expect(draw(parseFace("P7"), [])).toContain('fill="#6b3fa0"');
    expect(draw(parseFace("P7"), [])).toContain('<path d="M12 1z"');
  });

  it("has a point for each color", () => {
    const six = ["R", "B", "G", "Y", "O", "P"].map((letter) => COLORS[letter]!);
    const drawn = draw(parseFace("W"), six);
    for (const { background } of six) expect(drawn).toContain(`fill="${background}"`);
    expect(drawn).toContain("rotate(300 ");
  });

  it("has a group of a custom kind", () => expect(groupName({ kind: "suit run", cards: "9H JK JH", start: 9, suit: "H" }, 13)).toBe("hearts suit run 9 to J"));
});

describe("the hand", () => {
  it("distinguishes equal cards", () => expect(held("R7 R7 W", "color").map(({ key }) => key)).toEqual(["R7#0", "R7#1", "W#0"]));

  it.each([
    ["number", "R3 B3 Y8 B12 W S"],
    ["color", "R3 B3 B12 Y8 W S"],
    ["drawn", "S B12 W R3 Y8 B3"],
  ] as const)("is sorted by %s", (sort, expected) => {
    const cards = sorted(held("S B12 W R3 Y8 B3", "color"), sort, ["R", "B", "G", "Y"], []);
    expect(cards.map(({ word }) => word).join(" ")).toBe(expected);
  });
});

describe("a drawn face", () => {
  it.each(Object.entries(goldenDrawings))("of %s is drawn as in Python", (_edition, { colors, faces }) => {
    const hues = colors.flatMap((letter) => COLORS[letter] ?? []);
    expect(Object.fromEntries(Object.keys(faces).map((word) => [word, plain(draw(parseFace(word), hues))]))).toEqual(
      Object.fromEntries(Object.entries(faces).map(([word, drawn]) => [word, plain(drawn)])),
    );
  });

  it("shows an unknown word as text", () => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.innerHTML = draw(parseFace('<image href="x" onerror="alert(1)"/>&lt;b>'), []);
    expect([...svg.querySelectorAll("*")].map(({ tagName }) => tagName)).toEqual(["rect", "path", "text"]);
    expect(svg.querySelector("text")!.textContent).toContain("alert");
  });

  it("says on a wild what it stands for", () => {
    const wild = (text: string, color: string | null = null) => draw(parseFace("W"), [], { text, color, suit: null });
    expect(wild("7")).not.toBe(wild("8"));
    expect(wild("7", "R")).toContain(`fill="${COLORS.R!.background}"`);
    expect(wild("red")).toContain(">red</text>");
  });
});
