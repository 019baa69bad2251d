import { getContext, setContext } from "svelte";
import { COLORS, type ColorFace } from "./cards";

const KEY = "p10-colors";

/** Set the colors on wild cards: those of the edition. */
export function provideColors(colors: () => string[]) {
  setContext(KEY, colors);
}

export function suitColors(): ColorFace[] {
  const letters = getContext<(() => string[]) | undefined>(KEY)?.() ?? [];
  const own = letters.flatMap((letter) => COLORS[letter] ?? []);
  return own.length ? own : Object.values(COLORS).slice(0, 4);
}
