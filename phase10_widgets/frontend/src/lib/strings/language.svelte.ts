export type Language = "en" | "de";

/** Each by its own name. */
export const LANGUAGES: [Language, string][] = [
  ["en", "English"],
  ["de", "Deutsch"],
];

let chosen = $state.raw<Language>("en");

/** The language that every catalogue of this widget speaks; reading it inside a component keeps the component up to date. */
export const language = () => chosen;

/** From now on every catalogue of this widget speaks this language; one that there is not counts as English. */
export function speak(wanted: string | undefined) {
  chosen = wanted === "de" ? "de" : "en";
}

/** The same words in another language: texts stay texts, functions take the same things. */
type Spoken<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Result
    ? (...given: Given) => Spoken<Result>
    : { [K in keyof T]: Spoken<T[K]> };

/** One catalogue that reads as the English one does and speaks the chosen language. A missing word does not compile. */
export function catalogue<T extends object>(all: { en: T; de: Spoken<T> }): Spoken<T> {
  const spoken = { get: (_: T, word: string | symbol) => Reflect.get(all[chosen] as object, word) as unknown };
  return new Proxy(all.en, spoken) as unknown as Spoken<T>;
}
