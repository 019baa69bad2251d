import { getContext, setContext } from "svelte";
import type { Portrait } from "../../protocol/ui";
import { colors, lines } from "../../../../ui/drawn/seat_colors.json";

const KEY = "p10-portraits";

/** Set the portraits of the seats. */
export function providePortraits(portraits: () => Portrait[]) {
  setContext(KEY, portraits);
}

/** Return a function that returns the portrait of a seat. */
export function seatPortraits() {
  const portraits = getContext<(() => Portrait[]) | undefined>(KEY);
  return (seat: number) => portraits?.()[seat];
}

/** Return the color of a seat, for its portrait and its groups. */
export const seatColor = (seat: number) => colors[seat % colors.length]!;

/** Return the style of a seat's line in a chart, in a color that stands out from light and from dark surfaces. */
export const seatLine = (seat: number) => `--line:light-dark(${lines[seat % lines.length]},${seatColor(seat)})`;
