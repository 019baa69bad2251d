/** The likelier, the stronger the color; never so strong that what stands on it is hard to read. */
const MOST = 42;

/** A cell's color; its root makes small chances differ. */
export const heat = (chance: number | undefined) =>
  chance === undefined ? "transparent" : `color-mix(in srgb, var(--truth) ${(MOST * Math.sqrt(chance)).toFixed(1)}%, var(--surface))`;
