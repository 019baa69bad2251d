import type { Play } from "./play.svelte";
import { text } from "../../strings/table";

/** A button of the action bar and its key. */
export interface Command {
  act: string;
  key: string;
  label: string;
  enabled: boolean;
  run: () => void;
  primary?: boolean;
  quiet?: boolean;
  expanded?: boolean;
  /** True if one more press carries it out. */
  armed?: boolean;
}

export function commands(play: Play): Command[] {
  const laying = play.panel === "lay";
  const name = play.one ? play.cardName(play.one) : "";
  const armed = play.armed !== null && play.discards.length > 0;
  const discard = armed ? text.actDiscardReally(name) : play.discards.length ? text.actDiscardThis(name) : text.actDiscard;
  const bar: Command[] = [
    {
      act: "lay-down",
      key: "L",
      label: text.actLayDown,
      enabled: play.canLay,
      run: () => play.toggleLay(),
      primary: play.canLay && !laying,
      expanded: laying,
    },
    { act: "discard", key: "X", label: discard, enabled: play.discards.length > 0, run: () => play.discard(), primary: armed, armed },
    { act: "save", key: "S", label: play.savable ? text.actSaveThis(name) : text.actSave, enabled: play.savable, run: () => play.save() },
    { act: "aim-hit", key: "H", label: text.actHit, enabled: play.canHit, run: () => play.aimHit() },
    { act: "undo", key: "U", label: text.actUndo, enabled: play.undoable, run: () => play.request("undo") },
    { act: "hint", key: "T", label: text.actHint, enabled: play.mine, run: () => play.request("hint") },
    { act: "clear", key: "Esc", label: text.actClear, enabled: play.selected.length > 0, run: () => play.unselect(), quiet: true },
  ];
  // Until the phase is chosen, nothing else is possible.
  const useful = ({ act }: Command) => !play.choosing || act === "undo" || act === "hint";
  return bar.filter((each) => useful(each) && (play.saves || each.key !== "S") && (play.about.hints || each.key !== "T"));
}
