// What the browser remembers of how somebody likes the table. Never a card.

/** The value kept, if it is one of these; pages that may keep nothing know none. */
export function kept<T extends string>(name: string, values: readonly T[]): T | null {
  try {
    const value = localStorage.getItem(`p10-${name}`);
    return values.find((each) => each === value) ?? null;
  } catch {
    return null;
  }
}

export function keep(name: string, value: string) {
  try {
    localStorage.setItem(`p10-${name}`, value);
  } catch {
    // It holds for as long as the page is open.
  }
}
