// The small marks of a picture of so many.

/** Each mark's name: the how-manieth of its group it is. So it stays the same mark when all are put in order. */
export function namesOf(order: number[]): string[] {
  const counts: number[] = [];
  return order.map((group) => `${group}-${(counts[group] = (counts[group] ?? -1) + 1)}`);
}
