import { isWild } from "../../shared/cards";
import type { Held } from "./hand";
import type { Group, GroupSpec, Identity, LayDownGroup } from "../../protocol/table";

// A lay-down in progress, ordered for display and for the message. Python decides what is legal.

export interface DraftGroup {
  spec: GroupSpec;
  keys: string[];
  identity: Identity;
}

export interface RunOrder {
  cards: Held[];
  start: number;
  /** The lowest and the highest start that these cards allow. */
  low: number;
  high: number;
}

const clamp = (n: number, low: number, high: number) => Math.min(Math.max(n, low), Math.max(low, high));

/** Order a run: naturals by number, wilds in the gaps, extra wilds at the ends: below as `start` requires, otherwise above. */
export function orderRun(cards: Held[], start: number | null | undefined, numbers: number): RunOrder {
  const naturals = cards.filter(({ face }) => face.number !== null).sort((a, b) => a.face.number! - b.face.number!);
  const wilds = cards.filter(({ face }) => face.number === null);
  const top = numbers - cards.length + 1;
  if (!naturals.length) {
    const first = clamp(start ?? 1, 1, top);
    return { cards: wilds, start: first, low: 1, high: Math.max(1, top) };
  }
  const first = naturals[0]!.face.number!;
  const inner: Held[] = [];
  for (const card of naturals) {
    const before = inner.length ? inner.length + first : first;
    for (let gap = card.face.number! - before; gap > 0 && wilds.length; gap--) inner.push(wilds.shift()!);
    inner.push(card);
  }
  const low = Math.max(1, first - wilds.length);
  const high = Math.max(low, Math.min(first, top));
  const chosen = clamp(start ?? high, low, high);
  const below = first - chosen;
  return { cards: [...wilds.slice(0, below), ...inner, ...wilds.slice(below)], start: chosen, low, high };
}

/** Return the parts of the group's identity that the cards leave open. */
export function openParts({ fields }: GroupSpec, cards: Held[], flip: boolean): (keyof Identity)[] {
  if (!cards.length) return [];
  return fields.filter((field) => {
    if (field === "start") return cards.some(({ face }) => isWild(face));
    if (field === "color" && flip && fields.includes("start")) return false;
    return cards.every(({ face }) => face[field] === null);
  });
}

/** Return the group as it would lie on the table. */
export function preview(draft: DraftGroup, cards: Held[], numbers: number): Group & { held: Held[]; run: RunOrder | null } {
  const { kind, fields } = draft.spec;
  const run = fields.includes("start") ? orderRun(cards, draft.identity.start, numbers) : null;
  const held = run?.cards ?? cards;
  const settled = (field: keyof Identity) =>
    field === "start" ? run!.start : (cards.find(({ face }) => face[field] !== null)?.face[field] ?? draft.identity[field] ?? null);
  return {
    kind,
    cards: held.map(({ active }) => active).join(" "),
    ...(Object.fromEntries(fields.map((field) => [field, settled(field)])) as Identity),
    held,
    run,
  };
}

/** Return the group for the message, declaring only parts that its cards leave open. */
export function toMessage(draft: DraftGroup, cards: Held[], numbers: number, flip: boolean): LayDownGroup {
  const shown = preview(draft, cards, numbers);
  const message: LayDownGroup = { cards: shown.held.map(({ word }) => word).join(" ") };
  for (const part of openParts(draft.spec, cards, flip)) {
    const value = shown[part];
    if (value != null) Object.assign(message, { [part]: value });
  }
  return message;
}
