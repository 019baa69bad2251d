import { colors, ranks, special, suits, symbols } from "../../../ui/drawn/faces.json";
import type { Looks } from "../protocol/ui";
import type { Group, Identity, Side } from "../protocol/table";
import { text } from "../strings/table";

export interface ColorFace {
  background: string;
  ink: string;
  path: string;
}
export interface SuitFace {
  color: string;
  ink: string;
  path: string;
}

export const COLORS: Record<string, ColorFace> = { ...colors };
export const SUITS: Record<string, SuitFace> = suits;
export const SYMBOLS = symbols;
export const SPECIAL = special;
const RANKS: Record<string, string[]> = ranks;

export type Kind = "number" | "wild" | "joker" | "star" | "skip" | "unknown";

/** Learn to draw an edition's own colors. */
export const learnLooks = ({ looks }: Looks) => void Object.assign(COLORS, looks);

/** Learn to draw and to name an edition's own colors; their names are in the language of its texts. */
export function learnColors(about: Looks) {
  learnLooks(about);
  for (const letter in about.looks) text.colors[letter] = about.looks[letter]!.name;
}

/** One face of a card. */
export interface Face {
  word: string;
  kind: Kind;
  number: number | null;
  label: string;
  color: string | null;
  suit: string | null;
  symbol: boolean;
  wildSide: boolean;
}

export const words = (cards: string) => cards.split(" ").filter(Boolean);

/** Return "A", "J", "Q" or "K" if the edition has thirteen numbers, otherwise the number. */
export const numberLabel = (n: number, numbers: number) => (numbers === 13 && RANKS[n]?.[0]) || String(n);

const LETTERS: Record<string, number> = { T: 10, ...Object.fromEntries(Object.entries(RANKS).map(([n, [letter]]) => [letter, Number(n)])) };

function make(word: string, kind: Kind, rest: Partial<Face> = {}): Face {
  return { word, kind, number: null, label: "", color: null, suit: null, symbol: false, wildSide: false, ...rest };
}

/** Parse one face: "R7", "R5!", "R*", "9", "*!", "QH", "JK", "W" or "S". */
export function parseFace(word: string): Face {
  if (word === "W") return make(word, "wild", { label: "W" });
  if (word === "S") return make(word, "skip", { label: "S" });
  if (word === "JK") return make(word, "joker", { label: "JK" });
  const suited = /^(10|[2-9TAJQK])([CDHS])$/.exec(word);
  if (suited) {
    const number = LETTERS[suited[1]!] ?? Number(suited[1]);
    return make(word, "number", { number, label: numberLabel(number, 13), suit: suited[2]!, color: SUITS[suited[2]!]!.color });
  }
  const plain = /^([A-Z]?)(\d+|\*)(!?)$/.exec(word);
  if (!plain) return make(word, "unknown", { label: word });
  const [, color, value, symbol] = plain;
  const star = value === "*";
  return make(word, star ? "star" : "number", {
    number: star ? null : Number(value),
    label: star ? "" : value!,
    color: color || null,
    symbol: symbol === "!",
    wildSide: !color,
  });
}

/** Return the face of a two-sided card (color face first) that `side` shows; a one-sided card is its own face. */
export function activeWord(word: string, side: Side): string {
  const [color, wild] = word.split("/");
  return side === "wild" && wild ? wild : color!;
}

export const otherWord = (word: string, side: Side): string | null =>
  word.includes("/") ? activeWord(word, side === "wild" ? "color" : "wild") : null;

/** Return the face that is up: on the table it comes first. */
export const upWord = (word: string) => word.split("/")[0]!;

export const isWild = (face: Face) => face.kind === "wild" || face.kind === "joker" || face.kind === "star";

function plainName(face: Face): string {
  if (face.kind === "wild") return text.cardWild;
  if (face.kind === "joker") return text.cardJoker;
  if (face.kind === "skip") return text.cardSkip;
  if (face.kind === "unknown") return face.word;
  if (face.suit) return text.cardRank(face.number!, face.suit);
  return face.kind === "star" ? text.cardStar(face.color) : text.cardNumber(face.color, face.label);
}

/** Return a card's spoken name: "red 7", "red 5 with flip symbol", "queen of hearts", "red star". */
export function spoken(word: string): string {
  const face = parseFace(word);
  const name = plainName(face);
  return face.symbol ? text.cardWithFlip(name) : name;
}

export const spokenList = (cards: string[]) => cards.map(spoken).join(", ");

/** The card that a wild in a laid group stands for. */
export interface Caption {
  text: string;
  color: string | null;
  suit: string | null;
}

export function caption(face: Face, group: Identity, index: number, numbers: number): Caption | null {
  if (!isWild(face)) return null;
  const { number, start, color = null, suit = null } = group;
  const n = start == null ? number : start + index;
  if (n == null && !color && !suit) return null;
  return { text: n == null ? (color && !COLORS[color] ? text.colors[color]! : "") : numberLabel(n, numbers), color, suit };
}

export const spokenCaption = ({ text: label, color, suit }: Caption): string =>
  text.cardStandsFor(color, suit, color && !COLORS[color] ? "" : label);

/** Return a group's name: "set of 7s", "run 3 to 6", "red cards", "hearts", "red run 3 to 5"; other kinds "hearts suit run 3 to 5". */
export function groupName({ kind, cards, number, start, color, suit }: Group, numbers: number): string {
  const names = text.laidKinds;
  const label = (n: number) => numberLabel(n, numbers);
  const span: [string, string] = [label(start ?? 0), label((start ?? 0) + words(cards).length - 1)];
  switch (kind) {
    case "set":
      return names.set(label(number ?? 0));
    case "run":
      return names.run(...span);
    case "color":
      return names.color(color!);
    case "flush":
      return names.flush(suit!);
    case "color run":
      return names.colorRun(color ?? null, ...span);
  }
  return [suit && text.suits[suit], color && text.colors[color], kind, start && text.laySpan(...span), number && label(number)].filter(Boolean).join(" ");
}
