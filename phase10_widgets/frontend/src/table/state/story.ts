import { words } from "../../shared/cards";
import type { TableEvent, View } from "../../protocol/table";

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
