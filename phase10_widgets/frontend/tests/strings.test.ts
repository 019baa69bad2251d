import { describe, expect, it } from "vitest";
import { speak } from "../src/strings/language.svelte";
import * as liveDe from "../src/strings/de/live";
import * as classDe from "../src/strings/de/class";
import * as classEn from "../src/strings/class.en";
import * as liveEn from "../src/strings/live.en";
import * as roomDe from "../src/strings/de/room";
import * as roomEn from "../src/strings/room.en";
import * as oddsDe from "../src/strings/de/odds";
import * as oddsEn from "../src/strings/odds.en";
import * as setupDe from "../src/strings/de/setup";
import * as setupEn from "../src/strings/setup.en";
import * as soloDe from "../src/strings/de/solo";
import * as soloEn from "../src/strings/solo.en";
import { text as live } from "../src/strings/live";
import { text } from "../src/strings/table";
import * as tableDe from "../src/strings/de/table";
import * as tableEn from "../src/strings/table.en";
import * as savedDe from "../src/strings/de/saved";
import * as chartDe from "../src/strings/de/chart";
import * as dealDe from "../src/strings/de/deal";
import * as dealEn from "../src/strings/deal.en";
import * as lessonDe from "../src/strings/de/lesson";
import * as savedEn from "../src/strings/saved.en";
import * as chartEn from "../src/strings/chart.en";
import * as lessonEn from "../src/strings/lesson.en";
import * as questionDe from "../src/strings/de/question";
import * as questionEn from "../src/strings/question.en";
import * as tournamentDe from "../src/strings/de/tournament";
import * as tournamentEn from "../src/strings/tournament.en";
import { groupName, parseFace, spoken, spokenCaption } from "../src/shared/cards";

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
    const said = GIVEN.flatMap((given, i) => {
      try {
        const result: unknown = words(...given);
        return typeof result === "string" && !/undefined|\[object/.test(result) ? [[`${path} ${i}`, result] as [string, string]] : [];
      } catch {
        return [];
      }
    });
    if (!said.length) throw new Error(`${path} speaks for none of the values; add some to GIVEN`);
    return said;
  }
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words as Words).flatMap(([name, value]) => {
    // Of a pair of value and text, people read the text.
    const pair = Array.isArray(value) && value.length === 2 && typeof value[1] === "string";
    return texts(pair ? (value as unknown[])[1] : value, path ? `${path}.${name}` : name);
  });
}

describe.each([
  ["table", tableEn, tableDe],
  ["setup", setupEn, setupDe],
  ["odds", oddsEn, oddsDe],
  ["tournament", tournamentEn, tournamentDe],
  ["lesson", lessonEn, lessonDe],
  ["question", questionEn, questionDe],
  ["chart", chartEn, chartDe],
  ["saved", savedEn, savedDe],
  ["deal", dealEn, dealDe],
  ["class", classEn, classDe],
  ["live", liveEn, liveDe],
  ["room", roomEn, roomDe],
  ["solo", soloEn, soloDe],
])("the words of the %s", (_, en, de) => {
  const [english, german] = [new Map(texts(en)), new Map(texts(de))];

  it("are the same ones in both languages", () => {
    const names = (said: Map<string, string>) => new Set([...said.keys()].map((path) => path.replace(/ \d+$/, "")));
    expect(names(german)).toEqual(names(english));
  });

  it("are all translated", () => {
    const left = [...english].filter(([path, words]) => german.get(path) === words && !SAME.has(path.replace(/ \d+$/, "")));
    expect(left).toEqual([]);
  });

  it("have no placeholders left", () => {
    for (const [path, words] of [...english, ...german]) expect(words, path).not.toMatch(/undefined|NaN|\[object|  /);
  });
});

describe("German", () => {
  it.each([
    ["R7", "rote 7"],
    ["O12", "orange 12"],
    ["B6!", "blaue 6 mit Wendesymbol"],
    ["G*", "grüner Stern"],
    ["9", "9 der Jokerseite"],
    ["*!", "Stern der Jokerseite mit Wendesymbol"],
    ["QH", "Herz-Dame"],
    ["AC", "Kreuz-Ass"],
    ["10S", "Pik-10"],
    ["W", "Joker"],
    ["JK", "Joker"],
    ["S", "Aussetzen-Karte"],
  ])("calls %s “%s”", (word, name) => {
    speak("de");
    expect(spoken(word)).toBe(name);
    expect(parseFace(word).kind).not.toBe("unknown");
    speak("en");
  });

  it("counts and declines", () => {
    speak("de");
    expect([text.seatCards(1), text.seatCards(0), text.seatScore(1), text.seatScore(25)]).toEqual(["1 Karte", "0 Karten", "1 Punkt", "25 Punkte"]);
    expect([text.laidOf("Ben"), text.laidOf("Hans")]).toEqual(["Bens Gruppen", "Hans’ Gruppen"]);
    expect(groupName({ kind: "set", cards: "7C 7D 7H", number: 7 }, 13)).toBe("Satz aus 7ern");
    expect(groupName({ kind: "set", cards: "QC QD QH", number: 12 }, 13)).toBe("Satz aus Damen");
    expect(groupName({ kind: "color", cards: "R7 R8", color: "R" }, 12)).toBe("rote Karten");
    expect(groupName({ kind: "color run", cards: "7 8", start: 7 }, 12)).toBe("offene Farbfolge 7 bis 8");
    expect(spokenCaption({ text: "7", color: "R", suit: null })).toBe("steht für rote 7");
    expect(spokenCaption({ text: "rot", color: "red", suit: null })).toBe("steht für Rot");
    speak("en");
  });

  it("is not the fallback for an unknown language: that is English", () => {
    speak("fr");
    expect(text.actUndo).toBe("Undo");
  });
});

it("a name from right to left turns nothing in a sentence around", () => {
  expect(text.theirTurn("Ana")).toBe("Ana is playing");
  expect(text.theirTurn("דנה")).toBe("\u2068דנה\u2069 is playing");
  expect(live.away(["علي", "Ben"])).toBe("\u2068علي\u2069 and Ben are away for a moment.");
});
