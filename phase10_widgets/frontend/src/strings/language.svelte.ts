import { keep, kept } from "../shared/preferences";

export type Language = "en" | "de";

/** Each by its own name. */
export const LANGUAGES: [Language, string][] = [
  ["en", "English"],
  ["de", "Deutsch"],
];

/** The catalogues of a language by their names. */
export type Words = Record<string, object>;

let chosen = $state.raw<Language>("en");
let learned = $state.raw<Partial<Record<Language, Words>>>({});

/** The language that every catalogue of this widget speaks; reading it inside a component keeps the component up to date. */
export const language = () => chosen;

const NAMES = LANGUAGES.map(([name]) => name);

/** Remembers a language that somebody chose, for every page from here on. */
export const remember = (language: string) => keep("language", language);

/** The languages somebody would like, best first: the one that the link here names, the one chosen before, the browser's. */
export function wanted(): string[] {
  const linked = NAMES.find((name) => name === new URLSearchParams(location.search).get("language"));
  if (linked) {
    remember(linked);
    // From here on the choice counts, not the link: loading the page again must not undo it.
    const address = new URL(location.href);
    address.searchParams.delete("language");
    history.replaceState(history.state, "", address);
  }
  const chosen = linked ?? kept("language", NAMES);
  return [...(chosen ? [chosen] : []), ...navigator.languages];
}

/** The best of those that we know; English, if we know none. */
export const preferred = (): Language =>
  wanted().map((tag) => tag.split("-")[0]!.toLowerCase()).map((tag) => NAMES.find((name) => name === tag)).find((name) => name !== undefined) ?? "en";

/** From now on every catalogue of this widget speaks this language; one that there is not counts as English. */
export function speak(wanted: string | undefined) {
  chosen = wanted === "de" ? "de" : "en";
}

/** From now on this language can be spoken. English always can: its words are in the widget. */
export function learn(language: Language, words: Words) {
  learned = { ...learned, [language]: words };
}

/** Learns what a module of words holds, such as de.ts; Python sends its text where its language is wanted. */
export async function study(source: string | undefined) {
  if (!source) return;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { language, words } = await import(/* @vite-ignore */ address);
  URL.revokeObjectURL(address);
  learn(language, words);
}

/** The same words in another language: texts stay texts, functions take the same things. */
export type Spoken<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Result
    ? (...given: Given) => Spoken<Result>
    : { [K in keyof T]: Spoken<T[K]> };

/** One catalogue that reads as its English words and speaks the chosen language; what nobody has taught it is said in English. */
export function catalogue<T extends object>(name: string, english: T): Spoken<T> {
  const spoken = { get: (_: T, word: string | symbol) => Reflect.get(learned[chosen]?.[name] ?? english, word) as unknown };
  return new Proxy(english, spoken) as unknown as Spoken<T>;
}
