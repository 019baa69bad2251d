// The small marks of a units chart.

/** Name each mark by its group and its number within it, so that a mark stays the same element when the order changes. */
export function namesOf(order: number[]): string[] {
  const counts: number[] = [];
  return order.map((group) => `${group}-${(counts[group] = (counts[group] ?? -1) + 1)}`);
}
