import { activeWord } from "../../shared/cards";
import type { Action, DiscardAction, DrawAction, HitAction, LayDownAction, Side, View } from "../../protocol/table";

// Lookups in the actions that Python allows; nothing here decides.

const ofType = <T extends Action["type"]>(view: View, type: T) =>
  view.legal.filter((action): action is Extract<Action, { type: T }> => action.type === type);

export const draws = (view: View, from: DrawAction["from"]) => ofType(view, "draw").filter((action) => action.from === from);

export const layDowns = (view: View): LayDownAction[] => ofType(view, "lay_down");

export const phaseChoices = (view: View): number[] => ofType(view, "choose_phase").map((action) => action.phase);

/** Match a card: `word` may have both faces; legal actions name the active one. */
export const means = (named: string, word: string, side: Side) => named === word || named === activeWord(word, side);

export const hitsOf = (view: View, word: string, side: Side): HitAction[] =>
  ofType(view, "hit").filter((action) => means(action.card, word, side));

export const discardsOf = (view: View, word: string, side: Side): DiscardAction[] =>
  ofType(view, "discard").filter((action) => means(action.card, word, side));

export const canSave = (view: View, word: string, side: Side) =>
  ofType(view, "save").some((action) => means(action.card, word, side));

export const offers = (view: View, type: Action["type"]) => view.legal.some((action) => action.type === type);

/** Return true if the discard pile has a top card that the seat to act may not take. */
export const topIsClosed = (view: View) => Boolean(view.observation?.discard_pile) && !draws(view, "discard").length;
