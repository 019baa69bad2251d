import { activeWord, otherWord, upWord, words } from "../../shared/cards";
import type { Held } from "./hand";
import type { End, ObservationView, TableEvent, View } from "../../protocol/table";

// Every place that a card moves from or to has a name, its data-at value: "deck", "discard", "saved", "seat 2",
// "hand R7#0", "laid 1-0 3", "kept 0" and "top" (of the discard pile).

/** One card's movement. A `ghost` flies for a card that is hidden at its destination; `word` is its face, undefined the back. */
export interface Move {
  to: string;
  from: string;
  /** The delay in milliseconds. */
  after: number;
  ghost?: boolean;
  word?: string;
  /** In a deal: the card's place in the closed fan, in cards to the right of its middle. */
  fan?: number;
  /** In a deal: a ghost that flies this many times, once every `every` milliseconds. */
  times?: number;
  every?: number;
  /** The card turns over on its way. */
  turns?: boolean;
}

/** A view and the player's hand in it. */
export interface Sight {
  view: View;
  hand: readonly Held[];
}

/** A deal in milliseconds: from its first card to its last, the flight of a card, the fan's opening, the open card's turn. */
export const DEAL = { cards: 600, flight: 220, fan: 280, turn: 240 };
const STEP = 45;
const RIFFLE = 5;

/** Return true if a new round starts with this view. */
function dealt({ view }: Sight, was: Sight | null): boolean {
  if (!view.observation || view.summary || view.over) return false;
  if (view.events.some(({ type }) => type === "round_dealt")) return true;
  return Boolean(was?.view.summary && was.view.summary.round !== view.observation.round);
}

/** Deal card by card around the table, from the dealer's left; then turn the open card. */
function deal({ view, hand }: Sight): Move[] {
  const { seats, dealer, discard_pile: discards, side } = view.observation!;
  const order = seats.map((_, n) => (dealer + 1 + n) % seats.length).filter((n) => seats[n]!.cards);
  const most = Math.max(1, ...seats.map(({ cards }) => cards));
  const lap = DEAL.cards / most;
  const at = (seat: number, card: number) => card * lap + (order.indexOf(seat) * lap) / order.length;
  const own = hand.map(({ key }, i) => ({ to: `hand ${key}`, from: "deck", after: at(view.you!, i), fan: i - (hand.length - 1) / 2 }));
  // A few backs for each seat fly again and again, so there are far fewer elements than cards. Two-sided cards show
  // their other face.
  const few = Math.ceil(DEAL.flight / lap);
  const backs = (seat: number) =>
    Array.from({ length: Math.min(few, most) }, (_, i) => ({ to: `seat ${seat}`, from: "deck", after: at(seat, i), ghost: true, word: words(seats[seat]!.backs)[i], times: Math.ceil((most - i) / few), every: few * lap }));
  const end = DEAL.cards + DEAL.flight;
  const open = { to: "top", from: "deck", after: end, turns: true };
  const back = otherWord(words(discards)[0] ?? "", side) ?? undefined;
  return [...own, ...order.filter((seat) => seat !== view.you).flatMap(backs), open, { ...open, ghost: true, word: back }];
}

/** Return the new places in a laid group, and the number of them at its low end. */
function added(before: string | undefined, now: string, end?: End): { places: number[]; low: number } {
  const [was, is] = [words(before ?? ""), words(now)];
  const room = is.length - was.length;
  const stays = (low: number) => was.every((word, i) => word === is[i + low]);
  const low = stays(room) && (end === "low" || !stays(0)) ? room : 0;
  return { places: is.flatMap((_, i) => (i < low || i >= low + was.length ? [i] : [])), low };
}

/** Return the movements of the cards since the last view; `played` are the player's cards of the latest action. */
export function moves(now: Sight, was: Sight | null, played: readonly string[] = []): Move[] {
  if (dealt(now, was)) return deal(now);
  const { you, observation: seen, events } = now.view;
  const before = was?.view.observation;
  if (!seen || !was || !before) return [];
  const gone = was.hand.filter(({ key }) => !now.hand.some((card) => card.key === key));
  const pool = [...gone].sort((a, b) => Number(played.includes(b.key)) - Number(played.includes(a.key)));
  const come = now.hand.filter(({ key }) => !was.hand.some((card) => card.key === key));
  /** Move from the player's hand, by the face that was up there, or from a seat. */
  const leave = (seat: number, word: string) => {
    if (seat !== you) return `seat ${seat}`;
    const at = Math.max(0, pool.findIndex((card) => card.word === word || activeWord(card.word, before.side) === upWord(word)));
    return `hand ${pool.splice(at, 1)[0]?.key}`;
  };
  // The events before the end of a round happened at a table that has been cleared since.
  const here = events.slice(events.findLastIndex(({ type }) => type === "round_ended") + 1);
  return here.flatMap((event) => travels(event, seen, before, you, come, leave));
}

function travels(event: TableEvent, seen: ObservationView, before: ObservationView, you: number | null, come: Held[], leave: (seat: number, word: string) => string): Move[] {
  const laid = (seat: number, owner: number, group: number, end?: End): Move[] => {
    const { cards } = seen.seats[owner]!.laid[group]!;
    const { places, low } = added(before.seats[owner]?.laid[group]?.cards, cards, end);
    const name = (i: number) => `laid ${owner}-${group} ${i}`;
    const slid = low ? words(cards).flatMap((_, i) => (places.includes(i) ? [] : [{ to: name(i), from: name(i - low), after: 0 }])) : [];
    return [...places.map((i) => ({ to: name(i), from: leave(seat, words(cards)[i]!), after: 0 })), ...slid];
  };
  switch (event.type) {
    case "drawn": {
      const { from, seat } = event;
      const card = seat === you && come.shift();
      if (card) return [{ to: `hand ${card.key}`, from: from === "discard" ? "top" : from, after: 0 }];
      return [{ to: `seat ${seat}`, from, after: 0, ghost: true, word: event.card ?? event.back ?? undefined }];
    }
    case "phase_laid":
      return (seen.seats[event.seat]?.laid ?? []).flatMap((_, group) => laid(event.seat, event.seat, group)).map((move, i) => ({ ...move, after: i * STEP }));
    case "hit":
      return laid(event.seat, event.owner, event.group, event.end);
    case "discarded":
      return [{ to: "top", from: leave(event.seat, event.card), after: 0 }];
    case "saved":
      return event.seat === you ? [{ to: `kept ${words(seen.saved).length - 1}`, from: leave(event.seat, event.card ?? ""), after: 0 }] : [];
    case "reshuffled":
      return Array.from({ length: RIFFLE }, (_, i) => ({ to: "deck", from: "discard", after: i * STEP, ghost: true }));
    default:
      return [];
  }
}
