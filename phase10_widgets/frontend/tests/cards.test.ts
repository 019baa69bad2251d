import { describe, expect, it } from "vitest";
import { activeWord, caption, groupName, otherWord, parseFace, spoken } from "../src/shared/cards";
import { draw } from "../src/shared/drawing";
import { held, sorted } from "../src/table/state/hand";

describe("a card word", () => {
  it.each([
    ["R7", "red 7"],
    ["O12", "orange 12"],
    ["R5!", "red 5 with flip symbol"],
    ["R*", "red star"],
    ["9", "wild-side 9"],
    ["*!", "wild-side star with flip symbol"],
    ["QH", "queen of hearts"],
    ["10S", "10 of spades"],
    ["TS", "10 of spades"],
    ["AC", "ace of clubs"],
    ["JK", "joker"],
    ["W", "wild"],
    ["S", "skip"],
    ["??", "??"],
  ])("%s is spoken as %s", (word, name) => expect(spoken(word)).toBe(name));

  it("has two faces in flip, of which one is active", () => {
    expect(activeWord("R5!/9", "color")).toBe("R5!");
    expect(activeWord("R5!/9", "wild")).toBe("9");
    expect(otherWord("R5!/9", "wild")).toBe("R5!");
    expect(activeWord("R7", "wild")).toBe("R7");
    expect(otherWord("R7", "color")).toBeNull();
  });

  it("says color, number, suit, symbol and side", () => {
    expect(parseFace("B*!")).toMatchObject({ kind: "star", color: "B", number: null, symbol: true, wildSide: false });
    expect(parseFace("12!")).toMatchObject({ kind: "number", color: null, number: 12, symbol: true, wildSide: true });
    expect(parseFace("KD")).toMatchObject({ number: 13, label: "K", suit: "D", color: "red" });
  });
});

describe("a wild on the table", () => {
  const numbers = 13;
  it.each([
    ["a set's number", { kind: "set", cards: "QH JK", number: 12 }, 1, { text: "Q", color: null, suit: null }],
    ["its place in a run", { kind: "run", cards: "9H JK", start: 9 }, 1, { text: "10", color: null, suit: null }],
    ["the suit", { kind: "flush", cards: "9H JK", suit: "H" }, 1, { text: "", color: null, suit: "H" }],
    ["what a kind of somebody's own says", { kind: "suit run", cards: "9H JK", start: 9, suit: "H" }, 1, { text: "10", color: null, suit: "H" }],
    ["the color", { kind: "color", cards: "9H JK", color: "red" }, 1, { text: "red", color: "red", suit: null }],
  ] as const)("stands for %s", (_why, group, index, expected) => expect(caption(parseFace("JK"), group, index, numbers)).toEqual(expected));

  it("of an open color run stands for a number alone", () =>
    expect(caption(parseFace("*"), { start: 3, color: null }, 1, 12)).toEqual({ text: "4", color: null, suit: null }));

  it("has a named group", () => expect(groupName({ kind: "color run", cards: "R5 9 R*", start: 5, color: "R" }, 12)).toBe("red run 5 to 7"));

  it("has a group of a custom kind", () => expect(groupName({ kind: "suit run", cards: "9H JK JH", start: 9, suit: "H" }, 13)).toBe("hearts suit run 9 to J"));
});

describe("the hand", () => {
  it("tells equal cards apart", () => expect(held("R7 R7 W", "color").map(({ key }) => key)).toEqual(["R7#0", "R7#1", "W#0"]));

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
  const drawn = (word: string) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.innerHTML = draw(parseFace(word), false, []);
    return svg;
  };

  it("shows any unknown word as text", () => {
    const svg = drawn('<image href="x" onerror="alert(1)"/>&lt;b>');
    expect([...svg.querySelectorAll("*")].map(({ tagName }) => tagName)).toEqual(["rect", "rect", "text", "text", "path", "text"]);
    expect(svg.querySelector("text")!.textContent).toContain("alert");
  });

  it("shows the number in three places, the flip symbol once", () => {
    expect([...drawn("R7").querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual(["7", "7", "7"]);
    expect(drawn("R5!").querySelectorAll("path").length).toBe(drawn("R5").querySelectorAll("path").length + 2);
  });
});
