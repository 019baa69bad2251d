import { activeWord, isWild, parseFace, words, type Face } from "../../shared/cards";
import type { ProgressPart, Side } from "../../protocol/table";

/** A card of the player's hand; `key` distinguishes cards with the same face. */
export interface Held {
  key: string;
  word: string;
  active: string;
  face: Face;
}

export const SORTS = ["number", "color", "use", "drawn", "hand"] as const;
export type Sort = (typeof SORTS)[number];

/** Cards of the hand that belong together; `part` is the group of the phase that uses them, null for the leftovers. */
export interface Bundle {
  part: ProgressPart | null;
  cards: Held[];
}

/** Return the cards of a hand. Earlier cards keep their keys; `left` lists the cards just played. */
export function held(hand: string, side: Side, before: readonly Held[] = [], left: readonly string[] = []): Held[] {
  const known = [...before].sort((a, b) => Number(left.includes(a.key)) - Number(left.includes(b.key)));
  const taken = new Set(before.map(({ key }) => key));
  const free = (word: string) => {
    let n = 0;
    while (taken.has(`${word}#${n}`)) n++;
    taken.add(`${word}#${n}`);
    return `${word}#${n}`;
  };
  return words(hand).map((word) => {
    const at = known.findIndex((card) => card.word === word);
    const key = at < 0 ? free(word) : known.splice(at, 1)[0]!.key;
    const active = activeWord(word, side);
    return { key, word, active, face: parseFace(active) };
  });
}

const rank = (face: Face) => (face.kind === "skip" ? 3 : isWild(face) ? 2 : 1);

/** Sort the hand. `order` lists the cards as the player arranged them; others follow as they were drawn. */
export function sorted(cards: Held[], sort: Sort, colors: string[], suits: string[], order: readonly string[] = []): Held[] {
  const hue = ({ color, suit }: Face) => (suit ? suits.indexOf(suit) : color ? colors.indexOf(color) : 99);
  const place = ({ key }: Held) => (order.includes(key) ? order.indexOf(key) : order.length);
  const byNumber = ({ face: a }: Held, { face: b }: Held) => rank(a) - rank(b) || (a.number ?? 0) - (b.number ?? 0) || hue(a) - hue(b);
  const byColor = ({ face: a }: Held, { face: b }: Held) => rank(a) - rank(b) || hue(a) - hue(b) || (a.number ?? 0) - (b.number ?? 0);
  const orders = { number: byNumber, use: byNumber, color: byColor, drawn: () => 0, hand: (a: Held, b: Held) => place(a) - place(b) };
  return [...cards].sort(orders[sort]);
}

/** Bundle the hand by its use in the phase: each group's cards in order, then the leftovers. */
export function bundles(cards: Held[], parts: readonly ProgressPart[]): Bundle[] {
  const left = [...cards];
  const take = (word: string | null) => {
    const at = left.findIndex((card) => card.word === word || card.active === word);
    return at < 0 ? [] : left.splice(at, 1);
  };
  const used = parts.map((part) => ({ part, cards: part.row.flatMap(take) }));
  return [...used, { part: null, cards: left }].filter(({ cards }) => cards.length);
}

/** Return `keys` with this one moved by `by` places, within bounds. */
export function shifted(keys: string[], key: string, by: number): string[] {
  const at = keys.indexOf(key);
  const rest = keys.filter((other) => other !== key);
  return at < 0 ? keys : rest.toSpliced(Math.max(0, at + by), 0, key);
}

/** A card's place in the hand: `x` counts cards from the middle of a row that is `wide` cards wide. */
export interface Place {
  row: number;
  x: number;
  wide: number;
}

/** The gap between two bundles, in cards. */
export const GAP = 0.35;

function spread(sizes: number[], row: number): Place[] {
  let at = -GAP;
  const xs = sizes.flatMap((size) => {
    at += GAP;
    return Array.from({ length: size }, () => at++);
  });
  const wide = Math.max(0, at - 1);
  return xs.map((x) => ({ row, x: x - wide / 2, wide }));
}

/** Return the places of bundles of these sizes, side by side in `rows` rows of about equal length. */
export function places(sizes: number[], rows: number): Place[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const most = Math.ceil(all / rows);
  const found: Place[] = [];
  for (let row = 0, from = 0; row < rows; row++, from += most) {
    let before = 0;
    const here = sizes.map((size) => {
      const inside = Math.min(before + size, from + most) - Math.max(before, from);
      before += size;
      return Math.max(0, inside);
    });
    found.push(...spread(here.filter(Boolean), row));
  }
  return found;
}
