import { activeWord, isWild, parseFace, words, type Face } from "./cards";
import type { Side } from "./protocol";

/** A card of the own hand; `key` tells cards of equal faces apart. */
export interface Held {
  key: string;
  word: string;
  active: string;
  face: Face;
}

export type Sort = "number" | "color" | "drawn";

export function held(hand: string, side: Side): Held[] {
  const seen = new Map<string, number>();
  return words(hand).map((word) => {
    const n = seen.get(word) ?? 0;
    seen.set(word, n + 1);
    const active = activeWord(word, side);
    return { key: `${word}#${n}`, word, active, face: parseFace(active) };
  });
}

const rank = (face: Face) => (face.kind === "skip" ? 3 : isWild(face) ? 2 : 1);

export function sorted(cards: Held[], sort: Sort, colors: string[], suits: string[]): Held[] {
  if (sort === "drawn") return cards;
  const hue = ({ color, suit }: Face) => (suit ? suits.indexOf(suit) : color ? colors.indexOf(color) : 99);
  const byNumber = (a: Face, b: Face) => rank(a) - rank(b) || (a.number ?? 0) - (b.number ?? 0) || hue(a) - hue(b);
  const byColor = (a: Face, b: Face) => rank(a) - rank(b) || hue(a) - hue(b) || (a.number ?? 0) - (b.number ?? 0);
  const order = sort === "number" ? byNumber : byColor;
  return [...cards].sort((a, b) => order(a.face, b.face));
}
