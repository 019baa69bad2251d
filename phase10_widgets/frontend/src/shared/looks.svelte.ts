import { getContext, setContext } from "svelte";
import { COLORS, type ColorFace } from "./cards";
import { BACKS, type Back } from "./drawing";
import { readPreference, writePreference } from "./preferences";

// The felt and the backs of the cards, as chosen on this device.

export const FELTS = ["green", "blue", "charcoal"] as const;
export type Felt = (typeof FELTS)[number];

class Looks {
  felt = $state.raw<Felt>(readPreference("felt", FELTS) ?? "green");
  back = $state.raw<Back>(readPreference("back", BACKS) ?? "diamonds");

  choose(which: "felt" | "back", value: string) {
    writePreference(which, value);
    if (which === "felt") this.felt = value as Felt;
    else this.back = value as Back;
  }
}

/** One for all tables of the page. */
export const looks = new Looks();

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
