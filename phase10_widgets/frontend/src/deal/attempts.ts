import type { DealResult, DealTerms, FriendResult } from "../protocol/deal";
import { streakOf } from "../../../server/templates/pages/static/days.js";
import { get, keys, put, type StoreName } from "./device";

/** The result of a shared deal. */
export interface Outcome {
  /** The name of the edition. */
  edition: string;
  own: DealResult;
  expert: DealResult;
  friend?: FriendResult | null;
  hints: number;
  /** The result in a sentence for others. */
  verdict: string;
}

/** The first attempt at a deal on this device; `outcome` is null until it is finished. */
export interface Attempt {
  outcome: Outcome | null;
}

const storeOf = ({ daily }: Pick<DealTerms, "daily">): StoreName => (daily ? "days" : "challenges");

/** Return the first attempt at a deal; null if there was none. */
export const attemptAt = async (deal: Pick<DealTerms, "daily" | "key">) => (await get<Attempt>(storeOf(deal), deal.key)) ?? null;

/** Record the start of the first attempt, after which no other counts. */
export async function begin(terms: DealTerms) {
  if (terms.first && !(await attemptAt(terms))) await put(storeOf(terms), terms.key, { outcome: null });
}

/** Record the result of the first attempt, unless there already is one. */
export async function finish(terms: DealTerms, outcome: Outcome) {
  if (terms.first && !(await attemptAt(terms))?.outcome) await put(storeOf(terms), terms.key, { outcome });
}

/** Return the streak on this device. */
export async function streak(today: string): Promise<number> {
  const days = (await keys("days")) ?? [];
  const finished = await Promise.all(days.map(async (day) => ((await get<Attempt>("days", day))?.outcome ? day : "")));
  return streakOf(new Set(finished), today);
}
