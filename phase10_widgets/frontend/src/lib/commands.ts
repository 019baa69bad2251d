import type { Play } from "./play.svelte";
import { text } from "./strings";

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
}

export function commands(play: Play): Command[] {
  const { act } = text;
  const laying = play.panel === "lay";
  const name = play.one ? play.cardName(play.one) : "";
  const bar: Command[] = [
    {
      act: "lay-down",
      key: "L",
      label: act.layDown,
      enabled: play.mayLay,
      run: () => play.toggleLay(),
      primary: play.mayLay && play.builder.proposals.length > 0 && !laying,
      expanded: laying,
    },
    { act: "discard", key: "X", label: play.discards.length ? act.discardThis(name) : act.discard, enabled: play.discards.length > 0, run: () => play.discard() },
    { act: "save", key: "S", label: play.savable ? act.saveThis(name) : act.save, enabled: play.savable, run: () => play.save() },
    { act: "aim-hit", key: "H", label: act.hit, enabled: play.canHit, run: () => play.aimHit() },
    { act: "undo", key: "U", label: act.undo, enabled: play.view.undo, run: () => play.request("undo") },
    { act: "clear", key: "Esc", label: act.clear, enabled: play.selected.length > 0, run: () => play.unselect(), quiet: true },
  ];
  return play.saves ? bar : bar.filter(({ key }) => key !== "S");
}
