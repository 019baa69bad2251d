import { commands } from "./commands";
import { active } from "../../shared/focus";
import type { Play } from "./play.svelte";
import { replayKey } from "./replay.svelte";
import { whereabouts } from "./narration";

const PLACES = '.group [data-act="hit"], .group [data-act="hit-group"]';

/** Move with arrows among the places where the selected card fits. */
function walkHits(root: HTMLElement, key: string): boolean {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const now = active(root) as HTMLElement | null;
  if (by === undefined || !now?.matches(PLACES)) return false;
  const buttons = [...root.querySelectorAll<HTMLElement>(PLACES)].filter((button) => button.checkVisibility?.() ?? true);
  const at = buttons.indexOf(now);
  buttons.at((at + by) % buttons.length)!.focus();
  return true;
}

/** Fields and lists with their own use for the arrow keys. */
const OWN_ARROWS = "input, select, textarea, [role='toolbar'], [role='radiogroup'], [role='menu']";

/** Move the focus into the hand: to the card of its tab stop, or to the first or last card. */
function enterHand({ root, sheet, hand, cursor }: Play, key: string): boolean {
  const stop = hand.find((card) => card.key === cursor) ?? hand[0];
  const card = { ArrowLeft: stop, ArrowRight: stop, Home: hand[0], End: hand.at(-1) }[key];
  if (!card || sheet !== null || active(root!)?.closest(OWN_ARROWS)) return false;
  const button = root!.querySelector<HTMLElement>(`[data-hand-card][data-key="${CSS.escape(card.key)}"]`);
  button?.focus();
  return button !== null;
}

function escape(play: Play) {
  if (play.panel) play.closePanel();
  else play.unselect();
  play.bridge.dismiss();
}

/** Handle the shortcuts; return true if the key was one. */
export function shortcut(play: Play, { key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): boolean {
  const { root } = play;
  if (!root || ctrlKey || metaKey || altKey) return false;
  if (!__SHARED__ && play.view.replay && replayKey(play.replay, key)) return true;
  if (walkHits(root, key) || (!shiftKey && enterHand(play, key))) return true;
  // A key that is held down acts once.
  if (repeat) return false;
  const hit = /^[1-9]$/.test(key) && play.hits[Number(key) - 1];
  if (hit) {
    play.hit(hit);
    return true;
  }
  const others: Record<string, () => void> = {
    D: () => play.draw("deck"),
    P: () => play.draw("discard"),
    N: () => play.next(),
    U: () => play.view.summary && play.undoable && play.request("undo"),
    G: () => play.pause(),
    T: () => play.view.replay?.tries && play.request("try"),
    M: () => play.toggleSheet("menu"),
    I: () => play.announcer.say(whereabouts(play)),
    "?": () => play.toggleSheet("help"),
    ESCAPE: () => escape(play),
  };
  const name = key.toUpperCase();
  const command = play.seen && !play.paused ? commands(play).find((each) => each.key === name) : undefined;
  if (command?.enabled) command.run();
  others[name]?.();
  return command !== undefined || name in others;
}
