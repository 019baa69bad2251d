// The English catalog; de/deal.ts has the German texts.

import { ordinal } from "./ordinal";

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const title = "Deal of the day";
export const lead = "The same cards for everyone today. Can you do better than the expert?";
export const play = "Play today’s deal";
export const again = "Play it again";
export const againCounts = "Only the first attempt counts.";
export const begun = "You have begun today’s deal. Only the first attempt counts.";
export const result = (place: number, points: number) => `${ordinal(place)}, ${plural(points, "point")}`;
export const finished = (place: number, points: number) => `You finished ${ordinal(place)} with ${plural(points, "point")}.`;
export const full = (place: number, phases: number, points: number) => `${ordinal(place)} · ${plural(phases, "phase")} · ${plural(points, "point")}`;
export const rounds = (made: number, of: number) => `a phase in ${made} of ${plural(of, "round")}`;
export const streak = (n: number) => `Streak: ${plural(n, "day")}`;
export const hints = (n: number) => (n ? `With ${plural(n, "hint")}` : "Without hints");

export const challenge = "A challenge";
export const friend = "Your friend";
export const dare = (name: string, place: number, points: number) => `${name || friend}: ${result(place, points)}.`;
export const challengeLead = "Can you do better with the same cards?";
export const challengeChanged = "The rules have changed since then, so the two results cannot be compared.";
export const accept = (name: string) => (name ? `Play ${name}’s cards` : "Play these cards");
export const decline = "Not now";
export const challengeBegun = "You have had these cards before. Only the first attempt counts.";

export const share = "Share the result";
export const picture = "Save a picture";
export const pictureSaved = "The picture is in your downloads.";
export const noPicture = "This browser cannot draw the picture.";
export const challengeFriend = "Challenge a friend";
export const shared = "Done.";
export const copied = "Copied. Paste it into a message.";
export const copyThis = "Copy this text:";

export const you = "You";
export const expert = "The expert";
export const made = "A filled square is a round with a phase.";
export const compared = "With the same cards";
export const notCounted = "You had played these cards before, so this result does not count.";

export const shareDay = (edition: string, day: string) => `${edition}, deal of the day, ${day}`;
export const shareChallenge = (edition: string) => `${edition}, a challenge`;
export const shareMe = "Me";
export const shareExpert = "Expert";
export const shareAgain = "not the first attempt";
export const shareDare = (edition: string, place: number, seats: number, points: number) =>
  `${edition}: place ${place} of ${seats}, ${plural(points, "point")}. Can you do better with my cards?`;

export const forget = "Forget my results";
export const forgetReally = "Forget all results of deals, and the streak? This cannot be undone.";
export const forgotten = "Done. This browser no longer stores any results of deals.";

export const undo = "Undo, but not past what you have seen";
export const sealed = "Others play the same cards. You can save the game once it is over.";
