import { tick } from "svelte";
import type { Held } from "./hand";
import { means } from "./legal";
import type { Play } from "./play.svelte";

// The choice of a place for a card that fits several, and the card that a hint names.

/** Return true if the selected card fits only one group, at both ends. */
export const oneGroup = ({ hits }: Play) => new Set(hits.map(({ action }) => `${action.owner}-${action.group}`)).size === 1;

/** Ask for the selected card's place: an end, or a group. */
export function chooseHit(play: Play) {
  if (oneGroup(play)) play.chooseEnd(play.hits);
  else play.panel = "groups";
}

/** Focus the first place where a selected card fits; with none selected, select the first card that fits. */
export function aimHit(play: Play) {
  if (!play.hits.length) {
    const [first] = play.fitting;
    if (first) play.selected = [first.key];
  }
  void tick().then(() => {
    const places = [...(play.root?.querySelectorAll<HTMLElement>('.group [data-act="hit"], .group [data-act="hit-group"]') ?? [])];
    const seen = places.find((button) => button.checkVisibility?.() ?? true);
    if (seen) seen.focus();
    // The groups that the table has no room for are in a sheet.
    else if (places.length) play.panel = "groups";
  });
}

/** Return the card of the hand that an action names, the selected one if it matches. */
export function cardOf({ chosen, hand, side }: Play, word: string): Held | undefined {
  const named = (card: Held) => means(word, card.word, side);
  return chosen.find(named) ?? hand.find(named);
}

/** Discard this card of the hand, as a hint says. */
export function discardThis(play: Play, card: Held, target?: number) {
  play.selected = [card.key];
  const aimed = play.discards.find((action) => action.target === target);
  if (aimed && target !== undefined) play.discardAt(aimed);
  else play.discard();
}
