/** The strongest color, in percent, on which text is still easy to read. */
const MOST = 42;

/** Return a cell's color; the square root separates small chances. */
export const heat = (chance: number | undefined) =>
  chance === undefined ? "transparent" : `color-mix(in srgb, var(--truth) ${(MOST * Math.sqrt(chance)).toFixed(1)}%, var(--surface))`;
