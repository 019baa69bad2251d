import { activeWord, spoken, words } from "../../shared/cards";
import type { Play } from "./play.svelte";
import { text as deal } from "../../deal/words";
import { text } from "../../strings/table";

/** A button of the action bar and its key. */
export interface Command {
  act: string;
  key?: string;
  label: string;
  enabled: boolean;
  /** False if the bar has a more useful button now; the key works all the same. */
  shown: boolean;
  run: () => void;
  primary?: boolean;
  expanded?: boolean;
  /** True if one more press carries it out. */
  armed?: boolean;
  /** The strokes of an icon, which then stands for the label. */
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
  return [
    { act: "draw", label: text.actDraw, enabled: deck, shown: deck, primary: true, run: () => play.draw("deck") },
    { act: "take", label: top ? text.actTake(spoken(activeWord(top, play.side))) : "", enabled: discard, shown: discard, primary: !deck, run: () => play.draw("discard") },
  ];
}

/** Return what to do before anything can be discarded. */
function noDiscard({ one, chosen, canLay, guide }: Play): string {
  if (one) return canLay ? text.actLayFirst : guide ? text.actGuideFirst : text.actDiscardOther;
  return chosen.length ? text.actDiscardOne : text.actDiscardNone;
}

function playing(play: Play): Command[] {
  const { one, hits, canLay, canHit, discards, savable } = play;
  const name = one ? play.cardName(one) : "";
  const armed = play.armed !== null && discards.length > 0;
  const hit = hits.length === 1 ? hits[0] : undefined;
  const several = hits.length > 1;
  const next = armed ? "discard" : canLay ? "lay-down" : hit ? "hit-card" : several ? "" : discards.length ? "discard" : canHit ? "aim-hit" : "";
  const discard = armed ? text.actDiscardReally(name) : discards.length ? text.actDiscardThis(name) : noDiscard(play);
  const all: Command[] = [
    { act: "lay-down", key: "L", label: text.actLayDownPhase(play.view.progress?.phase ?? null), enabled: canLay, shown: canLay, run: () => play.layDown() },
    { act: "arrange", key: "A", label: text.actArrange, enabled: canLay, shown: canLay && !one, run: () => play.toggleLay() },
    { act: "hit-card", label: hit ? text.actHitOn(play.cardName(hit.card), play.seatName(hit.action.owner)) : "", enabled: hit !== undefined, shown: hit !== undefined, run: () => play.hit(hit!) },
    { act: "aim-hit", key: "H", label: text.actHit, enabled: canHit, shown: canHit && !one, run: () => play.aimHit() },
    { act: "discard", key: "X", label: discard, enabled: discards.length > 0, shown: one ? discards.length > 0 || !hits.length : !(canLay || canHit), armed, run: () => play.discard() },
    { act: "save", key: "S", label: text.actSaveThis(name), enabled: savable, shown: savable, run: () => play.save() },
  ];
  return all.map((each) => ({ ...each, primary: each.act === next })).toSorted((a, b) => Number(b.primary) - Number(a.primary));
}

/** Return the commands that the bar shows or that have a key: the next step first, the only primary one. */
export function commands(play: Play): Command[] {
  const now = play.ends.length ? ends : play.step === "draw" ? drawing : play.step === "play" ? playing : () => [];
  return [
    ...(play.asking ? [] : now(play)),
    { act: "step", key: "N", label: text.actStep, enabled: !play.lost, shown: play.stepping, primary: true, run: () => play.next() },
    { act: "undo", key: "U", label: play.deal.terms ? deal.undo : play.undoable ? text.actUndo : text.actUndoNone, icon: UNDO, enabled: play.undoable, shown: true, run: () => play.request("undo") },
    { act: "hint", key: "T", label: text.actHint, icon: HINT, enabled: play.mine && play.about.hints, shown: play.about.hints, run: () => play.request("hint") },
    { act: "clear", key: "Esc", label: text.actClear, enabled: play.selected.length > 0, shown: false, run: () => play.unselect() },
  ];
}
