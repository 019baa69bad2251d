import { words } from "../../shared/cards";
import type { TableEvent, View } from "../../protocol/table";

/** What happened so far: the sentences of each turn, oldest first. */
export type Told = string[][];

const MOST_TURNS = 400;

/** With these a new entry of the log begins; everything else belongs to the turn before it. */
const BEGINS = ["round_dealt", "phase_chosen", "drawn", "turn_skipped", "round_ended", "note"];

export function tell(told: Told, events: TableEvent[]): Told {
  const after = [...told];
  for (const { type, text } of events) {
    if (BEGINS.includes(type) || !after.length) after.push([text]);
    else after.push([...after.pop()!, text]);
  }
  return retell(after);
}

export const retell = (told: Told): Told => told.slice(-MOST_TURNS);

/** For each laid group ("owner-index") and each of its cards the seat that hit it; null for those laid down, and where we did not see it. */
export type Hitters = Record<string, (number | null)[]>;

export function noteHits(known: Hitters, { events, observation }: View): Hitters {
  if (!observation) return known;
  const now = events.slice(events.findLastIndex(({ type }) => type === "round_dealt") + 1).filter((event) => event.type === "hit");
  const groups = observation.seats.flatMap(({ laid }, owner) =>
    laid.map(({ cards }, index) => {
      const hits = now.filter((event) => event.owner === owner && event.group === index);
      const before = Math.max(0, words(cards).length - hits.length);
      const name = `${owner}-${index}`;
      // After an undo or a jump we know nothing any more.
      let seats = known[name]?.length === before ? known[name] : Array<null>(before).fill(null);
      for (const { seat, end } of hits) seats = end === "low" ? [seat, ...seats] : [...seats, seat];
      return [name, seats] as const;
    }),
  );
  return Object.fromEntries(groups);
}
