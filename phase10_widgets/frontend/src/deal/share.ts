import type { DealResult } from "../protocol/deal";
import { text } from "../strings/deal";
import { language } from "../strings/language.svelte";
import { localDate, type Outcome } from "./attempts";
import { ownsPage } from "../shared/host";

/** A link to this page; empty in a notebook, which only its owner can open. */
export function pageLink({ challenge = "", day = "" }: { challenge?: string; day?: string } = {}): string {
  if (!ownsPage()) return "";
  const link = location.origin + location.pathname;
  return challenge ? `${link}?challenge=${challenge}` : day ? `${link}?day=${day}` : link;
}

/** Return the day whose deal this page offers: the one in its link, or today. */
export function dayHere(): string {
  const linked = new URLSearchParams(location.search).get("day") ?? "";
  const today = localDate();
  return /^\d{4}-\d\d-\d\d$/.test(linked) && linked < today ? linked : today;
}

/** Return a date such as "2026-11-23" in words. */
export const dayName = (day: string, weekday = false) =>
  new Intl.DateTimeFormat(language(), { dateStyle: weekday ? undefined : "medium", timeZone: "UTC", ...(weekday && { weekday: "long", month: "long", day: "numeric" }) }).format(new Date(`${day}T12:00:00Z`));

const squares = ({ rounds }: DealResult) => rounds.map((made) => (made ? "🟩" : "⬜")).join("");
const line = (who: string, result: DealResult) => `${who} ${squares(result)} ${text.result(result.place, result.score)}`;

interface PlayedDeal {
  /** The date of a daily deal; empty for a challenge. */
  day: string;
  outcome: Outcome;
  /** False for a repeated attempt. */
  first: boolean;
  streak: number;
  link: string;
}

/** Return a result as text for others, without cards or seed. */
export function shareText({ day, outcome, first, streak, link }: PlayedDeal): string {
  const { edition, own, expert, hints } = outcome;
  const lines = [
    day ? text.shareDay(edition, dayName(day)) : text.shareChallenge(edition),
    line(text.shareMe, own),
    line(text.shareExpert, expert),
    [text.hints(hints), first ? "" : text.shareAgain, day && first && streak ? text.streak(streak) : ""].filter(Boolean).join(" · "),
    link,
  ];
  return lines.filter(Boolean).join("\n");
}

/** Share a text with the device's dialog, or else copy it to the clipboard. Return the outcome; "shown" if the person has to copy it. */
export async function share(words: string): Promise<"shared" | "copied" | "shown"> {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ text: words });
      return "shared";
    } catch (error) {
      if ((error as Error).name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText(words);
    return "copied";
  } catch {
    return "shown";
  }
}
