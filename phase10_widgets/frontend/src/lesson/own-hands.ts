// The rounds played in this browser, for the lessons: the learner's own data. They are sent to this page's Python only.

import type { StoredHand } from "../protocol/lesson";
import type { OwnHand } from "../protocol/table";

const KEY = "phase10_widgets.hands";
const MOST = 500;
/** The event on the window when another round was stored. */
export const PLAYED = "played";

export function ownHands(): StoredHand[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as StoredHand[]) : [];
  } catch {
    return [];
  }
}

/** Replace all rounds: a file was loaded, or everything is to be forgotten. */
export const keepHands = (hands: unknown) => localStorage.setItem(KEY, JSON.stringify(Array.isArray(hands) ? hands : []));

/** Keep a round, once; the oldest give way. */
export function keepHand(hand: OwnHand) {
  const before = ownHands();
  if (before.some(({ id }) => id === hand.id)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...before, { ...hand, day: Math.floor(Date.now() / 86_400_000) }].slice(-MOST)));
    dispatchEvent(new Event(PLAYED));
  } catch {
    // Storage may be full or blocked.
  }
}
