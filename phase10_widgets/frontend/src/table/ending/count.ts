/** The maximum number of steps on the way. */
const STEPS = 12;

/** Return the numbers from the old total to the new one, each seen once while it counts up; [] if it does not change. */
export function counted(from: number, to: number): number[] {
  const steps = Math.min(STEPS, to - from);
  return steps > 0 ? Array.from({ length: steps + 1 }, (_, i) => Math.round(from + ((to - from) * i) / steps)) : [];
}
