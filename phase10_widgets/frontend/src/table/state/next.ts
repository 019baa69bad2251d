import { activeWord, spoken, words } from "../../shared/cards";
import { oneGroup } from "./aim";
import { topIsClosed } from "./legal";
import type { Play } from "./play.svelte";
import type { Action } from "../../protocol/table";
import { text as saved } from "../../strings/saved";
import { text } from "../../strings/table";

/** The next step: the action of the primary button, "" for none, and the sentence above the hand that names it. */
export interface Next {
  act: string;
  says: string;
}

/** Return the action of the hint above the hand while it may be done. */
export function advised({ bridge: { refusal }, mine, side, view, canLay }: Play): Action | null {
  if (!mine || refusal?.kind !== "hint") return null;
  const { action } = refusal;
  // There may be more ways to lay down than the view lists.
  if (action.type === "lay_down") return canLay ? action : null;
  // A hint names both faces of a card, the view the active one.
  const plain = (each: Action) => JSON.stringify("card" in each && each.card ? { ...each, card: activeWord(each.card, side) } : each);
  return view.legal.some((each) => plain(each) === plain(action)) ? action : null;
}

/** Return the button that carries out an action. */
export function actOf(action: Action): string {
  switch (action.type) {
    case "draw":
      return { deck: "draw", discard: "take", saved: "take-saved" }[action.from];
    case "lay_down":
      return "lay-down";
    case "hit":
      return "hit-card";
    case "choose_phase":
      return "choose-phase";
    default:
      return action.type;
  }
}

/** Choose the primary button's action and the line above the hand; no other code does. */
export function next(play: Play): Next {
  const { animations, bridge, busy, guide } = play;
  // The next view may arrive before the last card has landed.
  if (animations.winner !== null) return { act: "", says: bridge.state.view.events.findLast(({ type }) => type === "round_ended")?.text ?? status(play) };
  const action = advised(play);
  if (action) return { act: actOf(action), says: bridge.refusal!.why };
  const found = play.step === "draw" ? drawing(play) : play.step === "play" ? playing(play) : waiting(play);
  if (busy) return { ...found, says: text.sending };
  return guide ? { ...found, says: guide.text } : { ...found, says: [missed(play), found.says].filter(Boolean).join(" ") };
}

/** Tell the player at this screen that a skip took their turn, until they act again. */
export function missed({ view: { missed, you } }: Play): string {
  const n = you === null ? 0 : (missed[you] ?? 0);
  return n ? text.missed(n) : "";
}

function drawing(play: Play): Next {
  if (play.canDraw("deck")) return { act: "draw", says: status(play) };
  const [top] = words(play.seen!.discard_pile);
  if (play.canDraw("discard")) return { act: "take", says: text.drawTake(spoken(activeWord(top!, play.side))) };
  return { act: "take-saved", says: text.drawSaved };
}

function playing(play: Play): Next {
  const { armed, builder, canLay, discards, ends, fitting, hits, one, panel, savable } = play;
  const name = one ? play.cardName(one) : "";
  if (panel === "lay") return { act: "lay-down-confirm", says: builder.filled ? text.layFilled : builder.ready ? text.layReady : text.layHint };
  if (panel === "target") return { act: "target", says: text.targetHint };
  if (ends.length) return { act: "hit-end", says: text.hitEnds };
  if (armed) return { act: "discard", says: text.actDiscardReally(name) };
  if (canLay) return { act: "lay-down", says: one ? text.playCompleteFirst : text.playComplete };
  if (hits.length > 1) return { act: "choose-hit", says: oneGroup(play) ? text.hitWhichEnd(name) : text.hitWhere(name) };
  if (hits.length) return { act: "hit-card", says: text.hitHere(play.seatName(hits[0]!.action.owner), discards.length > 0) };
  if (discards.length) return { act: "discard", says: text.playChosen };
  if (savable) return { act: "save", says: text.playSave };
  if (one) return { act: "", says: text.playOther };
  if (fitting.length) return { act: "aim-hit", says: text.playFits(fitting.map((card) => play.cardName(card))) };
  return { act: "", says: text.steps.play };
}

function waiting(play: Play): Next {
  const { seen } = play;
  if (play.stepping && seen?.to_act != null) return { act: "step", says: text.stepOn(play.seatName(seen.to_act)) };
  const says = status(play);
  return { act: "", says: play.about.mode === "watch" ? `${text.watching} ${says}` : says };
}

/** Return a sentence about the next step of the player whose turn it is. */
export function status(play: Play): string {
  const { seen, step, view } = play;
  if (play.lost) return play.bridge.saved ? saved.title : text.lost.title;
  if (view.replay) return text.replayTitle;
  if (play.busy) return text.sending;
  if (view.paused && !play.mine && !play.paused) return text.waiting;
  if (play.thinking) return text.thinking(play.thinking.name);
  if (view.over) return text.noTurn;
  if (step) return step === "draw" && topIsClosed(view) ? text.drawNoSkip : text.steps[step];
  return seen?.to_act == null || play.paused ? "" : text.theirTurn(play.seatName(seen.to_act));
}
