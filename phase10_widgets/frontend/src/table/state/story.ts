import { spoken, words } from "../../shared/cards";
import type { About, Over, TableEvent, View } from "../../protocol/table";
import { text } from "../../strings/table";
import type { Scene } from "./animations.svelte";

/** The events so far: the sentences of each turn, oldest first. */
export type Log = string[][];

const MOST_TURNS = 400;

/** The events that start a new log entry; all others belong to the current turn. */
const BEGINS = ["round_dealt", "phase_chosen", "drawn", "turn_skipped", "round_ended", "note"];

export function extendLog(log: Log, events: TableEvent[]): Log {
  const after = [...log];
  for (const { type, text } of events) {
    if (BEGINS.includes(type) || !after.length) after.push([text]);
    else after.push([...after.pop()!, text]);
  }
  return trimLog(after);
}

export const trimLog = (log: Log): Log => log.slice(-MOST_TURNS);

/** For each card of each laid group ("owner-index"), the seat that hit it; null for cards laid down or hits not seen. */
export type Hitters = Record<string, (number | null)[]>;

export function noteHits(known: Hitters, { events, observation }: View): Hitters {
  if (!observation) return known;
  const now = events.slice(events.findLastIndex(({ type }) => type === "round_dealt") + 1).filter((event) => event.type === "hit");
  const groups = observation.seats.flatMap(({ laid }, owner) =>
    laid.map(({ cards }, index) => {
      const hits = now.filter((event) => event.owner === owner && event.group === index);
      const before = Math.max(0, words(cards).length - hits.length);
      const name = `${owner}-${index}`;
      // After an undo or a jump nothing is known.
      let seats = known[name]?.length === before ? known[name] : Array<null>(before).fill(null);
      for (const { seat, end } of hits) seats = end === "low" ? [seat, ...seats] : [...seats, seat];
      return [name, seats] as const;
    }),
  );
  return Object.fromEntries(groups);
}

/** The last thing that each seat did, in a few words, and how much it matters within a turn. */
export type Deeds = Record<number, { words: string; weight: number }>;

/** Note what the seats did; a seat's next turn replaces its deed, and within a turn the most important one stays. */
export function noteDeeds(known: Deeds, { events, observation }: View): Deeds {
  const dealt = events.findLastIndex(({ type }) => type === "round_dealt");
  const found: Deeds = dealt < 0 ? { ...known } : {};
  const note = (seat: number, words: string, weight: number) => {
    if (weight < 2 || weight >= (found[seat]?.weight ?? 0)) found[seat] = { words, weight };
  };
  for (const event of events.slice(dealt + 1)) {
    const { did } = text;
    if (event.type === "drawn") note(event.seat, event.from === "discard" && event.card ? did.took(spoken(event.card)) : did.drawn, event.from === "discard" ? 1.5 : 1);
    else if (event.type === "saved") note(event.seat, did.saved, 2);
    else if (event.type === "hit") note(event.seat, did.hit(observation?.seats[event.owner]?.name ?? ""), 3);
    else if (event.type === "phase_laid") note(event.seat, did.phase_laid(event.phase), 4);
    else if (event.type === "turn_skipped") note(event.seat, did.turn_skipped, 1);
  }
  return found;
}

/** Return true if a person has won. */
export function celebrates({ winners }: Over, { computers }: About, you: number | null) {
  return !computers || winners.some((seat) => seat === you);
}

/** Return the scene of the end of a game: the winner with the last card, or the player's own place and points. */
function endOf(over: Over, about: About, you: number | null): Scene {
  const winner = over.winners[0]!;
  const own = over.standings.find(({ seat }) => seat === you);
  const place = own && text.scenePlace(own.place, over.standings.length);
  const points = own && text.seatScore(own.score);
  if (own && !celebrates(over, about, you)) return { seat: own.seat, words: place!, line: `${points}. ${over.text} ${text.sceneKind}`, groups: [], mood: "lost" };
  const { groups, last } = over.finish ?? { groups: [], last: null };
  return { seat: winner, words: over.text, line: over.winners.includes(you!) ? `${place} · ${points}` : undefined, groups: over.winners.length === 1 ? (groups[winner] ?? []) : [], last: last?.seat === winner ? last.card : undefined, mood: celebrates(over, about, you) ? "won" : "lost" };
}

/** Return the scene of a phase that a seat has just laid down, or of the end of the game. */
export function sceneOf({ events, observation, over, replay, you }: View, about: About): Scene | null {
  if (over) return endOf(over, about, you);
  const laid = replay || !observation ? undefined : events.findLast((event) => event.type === "phase_laid");
  return laid ? { seat: laid.seat, words: text.sceneLaid(observation!.seats[laid.seat]!.name, laid.phase, laid.seat === you), groups: laid.groups, phase: laid.phase } : null;
}
