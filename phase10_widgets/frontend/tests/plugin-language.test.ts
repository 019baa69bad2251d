import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { LANGUAGES, language, offer, speak, studyAt } from "../src/strings/language.svelte";
import { text } from "../src/strings/table";

const english = import.meta.glob<Record<string, unknown>>("../src/strings/*.en.ts", { eager: true });

const script = readFileSync("../languages/browser_texts.js", "utf8");

/** Load the module that Python creates from a catalog, see languages/__init__.py. */
async function study(name: string, catalog: Record<string, string>) {
  const made = `catalogs(${JSON.stringify(name)}, ${JSON.stringify(catalog)})`;
  const source = `${script}\nexport const language = ${JSON.stringify(name)};\nexport const words = ${made};\nexport const languages = [["fr", "Français"]];\n`;
  await studyAt(`data:text/javascript,${encodeURIComponent(source)}`);
  speak(name);
}
let warned: MockInstance;
beforeEach(() => void (warned = vi.spyOn(console, "warn").mockImplementation(() => {})));

it("offers and uses a plugin's language, with English for missing texts", async () => {
  speak("fr");
  expect(language()).toBe("en");
  await study("fr", { "table.pilesDraw": "piocher" });
  expect(LANGUAGES.map(([name]) => name)).toEqual(["en", "de", "fr"]);
  expect([language(), text.pilesDraw, text.pilesEmpty]).toEqual(["fr", "piocher", "empty"]);
  offer([["fr", "Français"]]);
  expect(LANGUAGES).toHaveLength(3);
  speak("xx");
  expect([language(), text.pilesDraw]).toEqual(["en", "draw"]);
});

it("completes a partial catalog, and remembers additions to it", async () => {
  await study("fr", { "table.colors.R": "rouge", "table.helpMeanings[0].sign": "≥" });
  expect([text.colors.R, text.colors.B]).toEqual(["rouge", "blue"]);
  text.colors.P = "violet";
  expect(text.colors.P).toBe("violet");
  expect(text.helpMeanings.slice(1)).toEqual((english["../src/strings/table.en.ts"]!.helpMeanings as object[]).slice(1));
});

it("stays English if a text has become a function or the reverse", async () => {
  await study("fr", { "table.round": "Manche", "table.pilesDraw(n)": "piocher {n}" });
  expect([text.round(2), text.pilesDraw]).toEqual(["Round 2", "draw"]);
});

describe("texts with parameters", () => {
  const catalog = {
    "table.round(n)": "Manche {n}",
    "table.seatCards(n)": "{n, plural, =0 {aucune carte} one {{n} carte} other {{n} cartes}}",
    "table.seatPhase(n)": "{n, select, none {Aucune phase} other {Phase {n}}}",
    "table.colors.R": "rouge",
    "table.cardNumber(color, n)": "{n} {colors[color]}",
    "table.sayEnds(numbers)": "{numbers, plural, one {Place} other {Places}} : {numbers}.",
    "table.lastCard(name)": "{name, select, You {À toi} Toi {À toi} other {À {name}}}",
    "table.gradeCost(cost)": "environ {cost, number, 1} tours",
    "table.playFits(cards)": "{cards, plural, one {{cards.0} va} other {{cards.length} vont}}",
  };
  it.each([
    ["a value", () => text.round(3), "Manche 3"],
    ["an exact number", () => text.seatCards(0), "aucune carte"],
    ["the plural of the language", () => [1, 2].map(text.seatCards).join(), "1 carte,2 cartes"],
    ["nothing", () => text.seatPhase(null), "Aucune phase"],
    ["something", () => text.seatPhase(4), "Phase 4"],
    ["another text", () => text.cardNumber("R", "7"), "7 rouge"],
    ["one of a list", () => text.sayEnds(["3"]), "Place : 3."],
    ["a list", () => text.sayEnds(["3", "5", "9"]), "Places : 3, 5 et 9."],
    ["a choice", () => [text.lastCard("Toi"), text.lastCard("Ada")].join(), "À toi,À Ada"],
    ["decimals", () => text.gradeCost(2), "environ 2,0 tours"],
    ["a part of a list", () => [text.playFits(["R7"]), text.playFits(["R7", "B8"])].join(), "R7 va,2 vont"],
  ])("take %s", async (_, spoken, wanted) => {
    await study("fr", catalog);
    expect(spoken()).toBe(wanted);
  });
});

it.each(["{n", "{n} left}", "{n, plural, one {x}}", "{n, maths, other {x}}", "{n, number, x}", "{n, select other {x}}", "{n, select, other {x}"])("leaves out %s, and says so", async (broken) => {
  await study("fr", { "table.round(n)": broken, "table.pilesDraw": "piocher" });
  expect([text.round(2), text.pilesDraw]).toEqual(["Round 2", "piocher"]);
  expect(warned).toHaveBeenCalledOnce();
  expect(String(warned.mock.calls[0])).toContain("table.round(n) stays in English");
});

it("can translate every text, since the list for translators has the shape of the English catalogs", async () => {
  const listed = execFileSync(process.execPath, ["dev/texts.mjs"], { encoding: "utf8" });
  const ids = (JSON.parse(listed) as [string, string][]).map(([id]) => id);
  const catalog = Object.fromEntries(ids.map((id) => [id, `«${id.replace(/\(.*/, "")}»`]));
  const source = `${script}\nexport const words = catalogs("fr", ${JSON.stringify(catalog)});`;
  const { words } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  expect(warned).not.toHaveBeenCalled();
  const shape = (found: unknown): unknown => {
    if (typeof found === "number" || found === null) return undefined;
    if (typeof found !== "object") return typeof found;
    return Array.isArray(found) ? found.map(shape) : Object.fromEntries(Object.entries(found).map(([key, value]) => [key, shape(value)]).sort());
  };
  for (const [path, module] of Object.entries(english)) {
    const name = path.match(/([\w-]+)\.en\.ts$/)![1]!;
    expect(shape(words[name]), name).toEqual(shape({ ...module }));
  }
  expect(words.table.round(1)).toBe("«table.round»");
});
