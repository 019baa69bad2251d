import { describe, expect, it } from "vitest";
import { activeWord, caption, COLORS, groupName, learnColors, otherWord, parseFace, spoken } from "../src/shared/cards";
import { draw } from "../src/shared/drawing";
import { held, sorted } from "../src/table/state/hand";

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
    expect(draw(parseFace("P7"), false, [])).toContain('fill="#6b3fa0"');
    expect(draw(parseFace("P7"), false, [])).toContain('<path d="M12 1z"');
  });

  it("shows as many shapes on a wild as there are colors", () => {
    const six = ["R", "B", "G", "Y", "O", "P"].map((letter) => COLORS[letter]!);
    const places = [...draw(parseFace("W"), false, six).matchAll(/translate\(([\d.]+) (44|76)\)/g)].map(([at]) => at);
    expect(new Set(places).size).toBe(6);
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

  it.each(["R7", "B10", "G11", "Y12"])("of %s keeps its large number clear of the shapes in its corners, in any font", (word) => {
    const svg = drawn(word);
    const number = svg.querySelector("[data-middle]")!;
    const [x, y, size, width] = ["x", "y", "font-size", "textLength"].map((name) => Number(number.getAttribute(name)));
    // A digit is at most 0.7 of its size wide and 0.8 high, and rests on its baseline.
    const half = (width || 0.7 * size! * number.textContent!.length) / 2;
    const shapes = [...svg.querySelectorAll("path:not([fill-opacity='0.17'])")].map((path) => /translate\((\S+) (\S+)\)scale\((\S+)\)/.exec(path.getAttribute("transform")!)!.slice(1).map(Number));
    expect(shapes).toHaveLength(2);
    for (const [left, top, scale] of shapes) expect(left! + 24 * scale! <= x! - half || top! >= y! || top! + 24 * scale! <= y! - 0.8 * size!).toBe(true);
  });
});
