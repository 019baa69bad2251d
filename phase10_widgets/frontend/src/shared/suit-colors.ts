import { getContext, setContext } from "svelte";
import { COLORS, type ColorFace } from "./cards";

const KEY = "p10-colors";

/** Says which colors wild cards show: the edition's own. */
export function provideColors(colors: () => string[]) {
  setContext(KEY, colors);
}

export function quartet(): ColorFace[] {
  const letters = getContext<(() => string[]) | undefined>(KEY)?.() ?? [];
  const own = letters.flatMap((letter) => COLORS[letter] ?? []);
  return own.length ? own : Object.values(COLORS).slice(0, 4);
}
