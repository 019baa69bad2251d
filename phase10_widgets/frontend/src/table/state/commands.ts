import { activeWord, spoken, words } from "../../shared/cards";
import { draws } from "./legal";
import { aimHit, cardOf, chooseHit, discardThis, oneGroup } from "./aim";
import { actOf, advised, next } from "./next";
import type { Play } from "./play.svelte";
import type { Action } from "../../protocol/table";
import { text as deal } from "../../strings/deal";
import { text } from "../../strings/table";

/** A button of the action bar and its key. */
export interface Command {
  act: string;
  key?: string;
  label: string;
  enabled: boolean;
  /** False if the bar has a more useful button now; the key still works. */
  shown: boolean;
  run: () => void;
  primary?: boolean;
  expanded?: boolean;
  /** True if one more press carries it out. */
  armed?: boolean;
  /** What the title says instead of the label. */
  note?: string;
  /** The strokes of an icon, which then replaces the label. */
  icon?: string;
}

const UNDO = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
const HINT = "M9 18h6M10 21h4M8.5 13.9a6 6 0 1 1 7 0c-.7.5-1 1.2-1 2.1h-5c0-.9-.3-1.6-1-2.1z";

/** The buttons for the ends at which the card may be put. */
const ends = (play: Play): Command[] =>
  play.ends.map((hit) => ({ act: `hit-${hit.action.end}`, label: text.hitEnd[hit.action.end], enabled: true, shown: true, primary: true, run: () => play.hit(hit) }));

function drawing(play: Play): Command[] {
  const [top] = words(play.seen!.discard_pile);
  const deck = play.canDraw("deck");
  const discard = play.canDraw("discard");
  const saved = draws(play.view, "saved").flatMap(({ card }) => card ?? []);
  return [
    { act: "draw", label: text.actDraw, enabled: deck, shown: deck, run: () => play.draw("deck") },
    { act: "take", label: top ? text.actTake(spoken(activeWord(top, play.side).replace("!", ""))) : "", enabled: discard, shown: discard, run: () => play.draw("discard") },
    ...(deck || discard ? [] : saved.slice(0, 1).map((card) => savedDraw(play, card))),
  ];
}

const savedDraw = (play: Play, card: string): Command => ({ act: "take-saved", label: text.actDrawSaved(spoken(card)), enabled: true, shown: true, run: () => play.drawSaved(card) });

/** Return the step that must precede a discard. */
function noDiscard({ one, canLay, guide }: Play): string {
  if (!one) return text.actDiscardNone;
  return canLay ? text.actLayFirst : guide ? text.actGuideFirst : text.actDiscardOther;
}

function playing(play: Play): Command[] {
  const { one, hits, fitting, canLay, canHit, discards, savable } = play;
  const name = one ? play.cardName(one) : "";
  const armed = play.armed !== null && discards.length > 0;
  const hit = hits.length === 1 ? hits[0] : undefined;
  const several = hits.length > 1;
  const discard = armed ? text.actDiscardReally(name) : discards.length ? text.actDiscardThis(name) : noDiscard(play);
  return [
    { act: "lay-down", key: "L", label: text.actLayDownPhase(play.view.progress?.phase ?? null), enabled: canLay, shown: canLay, run: () => play.layDown() },
    { act: "arrange", key: "A", label: text.actArrange, enabled: canLay, shown: canLay && !one, run: () => play.toggleLay() },
    { act: "hit-card", label: hit ? text.actHitOn(play.cardName(hit.card), play.seatName(hit.action.owner)) : "", enabled: hit !== undefined, shown: hit !== undefined, run: () => play.hit(hit!) },
    { act: "choose-hit", label: oneGroup(play) ? text.actChooseEnd : text.actChooseGroup, enabled: several, shown: several, run: () => chooseHit(play) },
    { act: "aim-hit", key: "H", label: fitting[0] ? text.actHitFirst(play.cardName(fitting[0])) : text.actHit, enabled: canHit, shown: canHit && !one, run: () => aimHit(play) },
    { act: "discard", key: "X", label: discard, enabled: discards.length > 0, shown: one ? discards.length > 0 || !hits.length : !(canLay || canHit), armed, run: () => play.discard() },
    { act: "save", key: "S", label: text.actSaveThis(name), enabled: savable, shown: savable, run: () => play.save() },
  ];
}

/** Return the button that does what the hint says. */
function advice(play: Play, action: Action, usual: Command[]): Command {
  const known = usual.find(({ act }) => act === actOf(action));
  const card = "card" in action && action.card ? cardOf(play, action.card) : undefined;
  const as = (label: string, run: () => void): Command => ({ ...known, act: actOf(action), label, enabled: true, shown: true, run });
  if (action.type === "lay_down") return as(known!.label, () => play.layDown(action));
  if (action.type === "draw" && action.from === "saved") return savedDraw(play, action.card!);
  if (!card) return as(known?.label ?? "", known?.run ?? (() => {}));
  const name = play.cardName(card);
  if (action.type === "hit") {
    const both = play.hitsWith(card).filter(({ action: { owner, group } }) => owner === action.owner && group === action.group).length > 1;
    return as(text.actHitOn(name, play.seatName(action.owner)) + (both ? text.laidEnds[action.end] : ""), () => play.hit({ card, action }));
  }
  if (action.type === "save") return as(text.actSaveThis(name), () => play.act(action, [card]));
  const target = action.type === "discard" ? action.target : undefined;
  return as(target === undefined ? text.actDiscardThis(name) : text.actDiscardAt(name, play.seatName(target)), () => discardThis(play, card, target));
}

/** Return the buttons of this step, the next one first and the only primary one. */
function step(play: Play): Command[] {
  const usual = play.ends.length ? ends(play) : play.step === "draw" ? drawing(play) : play.step === "play" ? playing(play) : [];
  const action = advised(play);
  const first = action && advice(play, action, usual);
  const { act } = next(play);
  // Next to a hint's button, no other button names an earlier step.
  const all = first ? [first, ...usual.filter((each) => each.act !== first.act).map((each) => ({ ...each, shown: each.shown && each.enabled }))] : usual;
  return all.map((each) => ({ ...each, primary: each === first || (!first && (each.primary || each.act === act)) })).toSorted((a, b) => Number(b.primary) - Number(a.primary));
}

/** Return the commands that the bar shows or that have a key: the next step first, the only primary one. */
export function commands(play: Play): Command[] {
  return [
    ...(play.asking ? [] : step(play)),
    { act: "step", key: "N", label: text.actStep, enabled: !play.lost, shown: play.stepping, primary: true, run: () => play.next() },
    { act: "undo", key: "U", label: text.actUndo, note: !__SHARED__ && play.deal.terms ? deal.undo : play.undoable ? "" : text.actUndoNone, icon: UNDO, enabled: play.undoable, shown: true, run: () => play.request("undo") },
    { act: "hint", key: "T", label: text.actHint, icon: HINT, enabled: play.mine && play.about.hints, shown: play.about.hints, run: () => play.askHint() },
    { act: "clear", key: "Esc", label: text.actClear, enabled: play.selected.length > 0, shown: false, run: () => play.unselect() },
  ];
}
