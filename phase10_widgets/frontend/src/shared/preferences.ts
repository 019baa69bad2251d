// Display preferences, of the system and in the browser's storage. Never a card.

/** Return true if the system asks for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return the stored value if it is one of these; null if there is none or storage is blocked. */
export function readPreference<T extends string>(name: string, values: readonly T[]): T | null {
  try {
    const value = localStorage.getItem(`p10-${name}`);
    return values.find((each) => each === value) ?? null;
  } catch {
    return null;
  }
}

export function writePreference(name: string, value: string) {
  try {
    localStorage.setItem(`p10-${name}`, value);
  } catch {
    // The preference then lasts as long as the page is open.
  }
}
