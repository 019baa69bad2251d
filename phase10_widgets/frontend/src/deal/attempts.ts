import type { DealResult, DealTerms, FriendResult } from "../protocol/deal";
import { clear, get, keys, put, type StoreName } from "./device";

/** The result of a shared deal. */
export interface Outcome {
  /** The name of the edition. */
  edition: string;
  own: DealResult;
  expert: DealResult;
  friend?: FriendResult | null;
  hints: number;
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

/** Return true if this device remembers any attempt. */
export const anyAttempts = async () => (await Promise.all([keys("days"), keys("challenges")])).some((found) => Boolean(found?.length));

/** Remove every attempt from this device. */
export const forgetAttempts = async () => void (await Promise.all([clear("days"), clear("challenges")]));

/** Return the date on this device's clock and calendar, such as "2026-11-23". */
export function localDate(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Return the date before this one. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** Return the number of consecutive days, up to `today`, whose deal was played; today's does not break the streak if it is unplayed. */
export function streakOf(played: ReadonlySet<string>, today: string): number {
  let day = played.has(today) ? today : dayBefore(today);
  let n = 0;
  for (; played.has(day); day = dayBefore(day)) n++;
  return n;
}

/** Return the streak on this device. */
export async function streak(today: string): Promise<number> {
  const days = (await keys("days")) ?? [];
  const finished = await Promise.all(days.map(async (day) => ((await get<Attempt>("days", day))?.outcome ? day : "")));
  return streakOf(new Set(finished), today);
}
