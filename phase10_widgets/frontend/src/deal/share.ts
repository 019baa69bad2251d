import type { DealResult } from "../protocol/deal";
import { text } from "../strings/deal";
import { language } from "../strings/language.svelte";
import { localDate } from "../../../server/templates/pages/static/days.js";
import type { Outcome } from "./attempts";
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

export interface PlayedDeal {
  /** The date of a daily deal; empty for a challenge. */
  day: string;
  outcome: Outcome;
  /** False for a repeated attempt. */
  first: boolean;
  streak: number;
  link: string;
}

/** Return what others may see of a result: no cards, and no seed. */
export function lines({ day, outcome, first, streak }: Omit<PlayedDeal, "link">) {
  const { edition, own, friend, expert, hints, verdict } = outcome;
  const results: [string, DealResult][] = [[text.shareMe, own], ...(friend ? [[friend.name || text.friend, friend] as [string, DealResult]] : []), [text.shareExpert, expert]];
  return {
    title: day ? text.shareDay(edition, dayName(day)) : text.shareChallenge(edition),
    verdict,
    results,
    facts: [text.hints(hints), first ? "" : text.shareAgain, day && first && streak ? text.streak(streak) : ""].filter(Boolean).join(" · "),
  };
}

/** Return a result as text for others. */
export function shareText(deal: PlayedDeal): string {
  const { title, verdict, results, facts } = lines(deal);
  const told = results.map(([who, result]) => `${who} ${squares(result)} ${text.result(result.place, result.score)}`);
  return [title, verdict, ...told, facts, deal.link].filter(Boolean).join("\n");
}

/**
 * Share a text and a picture with the device's dialog, or else copy the text to the clipboard. Return the outcome;
 * "shown" if the person has to copy it.
 */
export async function share(words: string, picture: File | null = null): Promise<"shared" | "copied" | "shown"> {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    const files = picture && navigator.canShare?.({ files: [picture] }) ? { files: [picture] } : {};
    try {
      await navigator.share({ text: words, ...files });
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
