import { readPreference, writePreference } from "../shared/preferences";

export type Language = string;

/** Each language by its own name; those of plugins follow. */
export const LANGUAGES: [Language, string][] = [
  ["en", "English"],
  ["de", "Deutsch"],
];

/** A language's catalogs by name. */
export type Words = Record<string, object>;

let chosen = $state.raw<Language>("en");
let learned = $state.raw<Record<Language, Words>>({});

/** Return the language of every catalog in this widget; reading it inside a component keeps the component up to date. */
export const language = () => chosen;

const names = () => LANGUAGES.map(([name]) => name);

/** Remember a chosen language for all later pages. */
export const remember = (language: string) => writePreference("language", language);

/** Return the preferred languages, best first: the one in the link, the one chosen before, the browser's. */
export function wanted(): string[] {
  const linked = names().find((name) => name === new URLSearchParams(location.search).get("language"));
  if (linked) {
    remember(linked);
    // The choice now replaces the language in the link: a reload must not undo it.
    const address = new URL(location.href);
    address.searchParams.delete("language");
    history.replaceState(history.state, "", address);
  }
  const chosen = linked ?? readPreference("language", names());
  return [...(chosen ? [chosen] : []), ...navigator.languages];
}

/** Return the best available language; English if none matches. */
export const preferred = (): Language =>
  wanted().map((tag) => tag.split("-")[0]!.toLowerCase()).map((tag) => names().find((name) => name.toLowerCase() === tag)).find((name) => name !== undefined) ?? "en";

/** Switch all catalogs of this widget to this language; an unknown one means English. */
export function speak(wanted: string | undefined) {
  chosen = names().find((name) => name === wanted) ?? "en";
}

/** Add the texts of a language. English is built in. */
export function learn(language: Language, words: Words) {
  learned = { ...learned, [language]: words };
}

/** Replace some texts of a catalog in the chosen language. */
export function reword(catalog: string, english: object, changes: (words: Record<string, any>) => object) {
  const words = learned[chosen]?.[catalog] ?? english;
  learn(chosen, { ...learned[chosen], [catalog]: { ...words, ...changes(words) } });
}

/** Also offer the languages of plugins, each with its own name. */
export function offer(languages: [Language, string][]) {
  for (const each of languages) if (!names().includes(each[0])) LANGUAGES.push(each);
}

/** Load the module at this address. */
export const load = (address: string): Promise<any> => import(/* @vite-ignore */ address);

/** Load the catalog module at this address, such as de.js. */
export async function studyAt(address: string) {
  const { language, words, languages = [] } = await load(address);
  offer(languages);
  if (words) learn(language, words);
}

/** Load a catalog module such as de.ts; Python sends its source when its language is needed. */
export async function study(source: string | undefined) {
  if (!source) return;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  await studyAt(address);
  URL.revokeObjectURL(address);
}

/** The type of a translation: strings stay strings, and functions take the same parameters. */
export type Spoken<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Result
    ? (...given: Given) => Spoken<Result>
    : { [K in keyof T]: Spoken<T[K]> };

/** Return a catalog's own text; the English one if it is missing or of another kind, as in a plugin for an older version. */
function complete(own: any, english: any): unknown {
  if (typeof own !== typeof english) return english;
  if (typeof own === "object" && own !== english) for (const key in english) own[key] = complete(own[key], english[key]);
  return own;
}

/** The marks that isolate the direction of the text between them, as codes, since Svelte warns about the marks themselves. */
const [ISOLATE, END] = [0x2068, 0x2069].map((code) => String.fromCodePoint(code));
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Return a name for use in a sentence: a right-to-left name then does not rearrange the text beside it. */
function isolated(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(isolated);
  return typeof part === "string" && LEFTWARD.test(part) ? `${ISOLATE}${part}${END}` : part;
}

/** Return a text of a catalog that isolates its arguments. */
const isolating = (word: any): unknown => (typeof word === "function" ? (...given: unknown[]) => word(...given.map(isolated)) : word);

/** Return a catalog with the type of its English texts in the chosen language; missing texts stay in English. */
export function catalog<T extends object>(name: string, english: T): Spoken<T> {
  const spoken = { get: (_: T, word: string | symbol) => isolating(complete(Reflect.get(learned[chosen]?.[name] ?? english, word), Reflect.get(english, word))) };
  return new Proxy(english, spoken) as unknown as Spoken<T>;
}
