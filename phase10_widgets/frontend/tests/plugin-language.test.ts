import { expect, it } from "vitest";
import { LANGUAGES, language, speak, studyAt } from "../src/strings/language.svelte";
import { text } from "../src/strings/table";

const module = `
  export const language = "fr";
  export const words = { table: { pilesDraw: "piocher" } };
  export const languages = [["fr", "Français"]];
`;

it("offers and speaks a plugin's language, with English for what it lacks", async () => {
  speak("fr");
  expect(language()).toBe("en");
  await studyAt(`data:text/javascript,${encodeURIComponent(module)}`);
  expect(LANGUAGES.map(([name]) => name)).toEqual(["en", "de", "fr"]);
  speak("fr");
  expect([language(), text.pilesDraw, text.pilesEmpty]).toEqual(["fr", "piocher", "empty"]);
  await studyAt(`data:text/javascript,${encodeURIComponent('export const languages = [["fr", "Français"]];')}`);
  expect(LANGUAGES).toHaveLength(3);
  speak("xx");
  expect([language(), text.pilesDraw]).toEqual(["en", "draw"]);
});
