import { describe, expect, it } from "vitest";
import { speak } from "../src/strings/language.svelte";
import { text as live } from "../src/strings/rooms";
import { text } from "../src/strings/table";
import { groupName, spoken, spokenCaption } from "../src/shared/cards";

const english = import.meta.glob("../src/strings/*.en.ts", { eager: true });
const german = import.meta.glob("../src/strings/de/*.ts", { eager: true });
const catalogs = Object.keys(english).map((path) => path.match(/([\w-]+)\.en\.ts$/)![1]!);

/** The texts that are the same in both languages, by path. */
const SAME = new Set([
  "choosePhase", "handSorts.use", "layPhase", "seatPhase", "phase", "scorePhase", "colors.O", "summaryPoints", "laidEnds.any", "laidGroup",
  "replayMoment", "menu.paces.3", "helpMeanings.1.sign", "helpMeanings.2.sign", "helpMeanings.3.sign",
  "name", "presetNumbers", "summary", "phaseLine", "said", "columns.phase", "columns.chance", "start", "region",
  "code", "presences.computer", "home",
]); // prettier-ignore

/** Arguments for functions that return texts: the first ones that work are used. */
const GIVEN: unknown[][] = [
  [2, 3, false],
  ["R", "H", "7"],
  ["H"],
  [null, null, "7"],
  ["Ada", "Ben", "Carl"],
  [[1, 2]],
  ["Ada", ["Ben", "Carl"], "3"],
  ["Ada", ["Ben", "Carl"], "x", 3],
  ["Ada", 4, ["Ben", "Carl"]],
  [["3", "8"]],
  [1, "Ada", 3, 45],
  ["deal", 2],
  ["Ada", "7", "x", ["1%", "2%"]],
  ["Ada", 1, "x", 10],
  [[{ word: "R7", name: "x" }]],
];

type Words = Record<string, unknown>;

/** Return every text with its path; functions are called with sample arguments. */
function texts(words: unknown, path = ""): [path: string, text: string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") {
    const results = GIVEN.flatMap((given, i) => {
      try {
        const result: unknown = words(...given);
        return typeof result === "string" && !/undefined|\[object/.test(result) ? [[`${path} ${i}`, result] as [string, string]] : [];
      } catch {
        return [];
      }
    });
    if (!results.length) throw new Error(`${path} speaks for none of the values; add some to GIVEN`);
    return results;
  }
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words as Words).flatMap(([name, value]) => {
    // In a pair of value and text, people read the text.
    const pair = Array.isArray(value) && value.length === 2 && typeof value[1] === "string";
    return texts(pair ? (value as unknown[])[1] : value, path ? `${path}.${name}` : name);
  });
}

it("every catalog has a German one", () => expect(Object.keys(german)).toHaveLength(catalogs.length));

describe.each(catalogs)("the words of the %s", (name) => {
  const [en, de] = [english[`../src/strings/${name}.en.ts`], german[`../src/strings/de/${name}.ts`]].map((words) => new Map(texts(words))) as [Map<string, string>, Map<string, string>];

  it("are the same ones in both languages", () => {
    const names = (texts: Map<string, string>) => new Set([...texts.keys()].map((path) => path.replace(/ \d+$/, "")));
    expect(names(de)).toEqual(names(en));
  });

  it("are all translated", () => {
    const left = [...en].filter(([path, words]) => de.get(path) === words && !SAME.has(path.replace(/ \d+$/, "")));
    expect(left).toEqual([]);
  });

  it("have no placeholders left", () => {
    for (const [path, words] of [...en, ...de]) expect(words, path).not.toMatch(/undefined|NaN|\[object|  /);
  });
});

describe("German", () => {
  it("counts and declines", () => {
    speak("de");
    expect(["O12", "JK", "S"].map(spoken)).toEqual(["orange 12", "Joker", "Aussetzen-Karte"]);
    expect([text.seatCards(1), text.seatCards(0), text.seatScore(1), text.seatScore(25)]).toEqual(["1 Karte", "0 Karten", "1 Punkt", "25 Punkte"]);
    expect([text.lastCard("Ben"), text.lastCard("Hans")]).toEqual(["Bens letzte Karte", "Hans’ letzte Karte"]);
    expect(groupName({ kind: "set", cards: "7C 7D 7H", number: 7 }, 13)).toBe("Satz aus 7ern");
    expect(groupName({ kind: "set", cards: "QC QD QH", number: 12 }, 13)).toBe("Satz aus Damen");
    expect(groupName({ kind: "color", cards: "R7 R8", color: "R" }, 12)).toBe("rote Karten");
    expect(groupName({ kind: "color run", cards: "7 8", start: 7 }, 12)).toBe("offene Farbfolge 7 bis 8");
    expect(spokenCaption({ text: "7", color: "R", suit: null })).toBe("steht für rote 7");
    expect(spokenCaption({ text: "rot", color: "red", suit: null })).toBe("steht für Rot");
  });

  it("is not the fallback for an unknown language: that is English", () => {
    speak("fr");
    expect(text.actUndo).toBe("Undo");
  });
});

it("a right-to-left name reverses nothing in a sentence", () => {
  expect(text.theirTurn("Ana")).toBe("Ana is playing");
  expect(text.theirTurn("דנה")).toBe("\u2068דנה\u2069 is playing");
  expect(live.away(["علي", "Ben"])).toBe("\u2068علي\u2069 and Ben are away for a moment.");
});
