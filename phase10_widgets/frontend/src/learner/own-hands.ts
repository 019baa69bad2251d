// The rounds played in this browser, for the lessons: the learner's own data. They are sent only to this page's Python.

import type { StoredHand } from "../protocol/learner";
import type { OwnHand } from "../protocol/table";

const KEY = "phase10_widgets.game.hands";
const MOST = 500;
/** The window's event after another round is stored. */
export const PLAYED = "played";

export function ownHands(): StoredHand[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as StoredHand[]) : [];
  } catch {
    return [];
  }
}

/** Replace all rounds, after loading a file or to forget everything. */
export const keepHands = (hands: unknown) => localStorage.setItem(KEY, JSON.stringify(Array.isArray(hands) ? hands : []));

/** Store a round once, in place of the oldest if necessary. */
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
