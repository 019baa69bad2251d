import type { SoloStart } from "../protocol/solo";

const key = (start: SoloStart) => `p10-visit-${start}`;

/** True if a link or a typed address led here, which begins another visit; a reload returns to this one. */
const arrived = () => performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "navigate");

/** Return the visit to which this tab returns; null if there is none, or if storage is blocked. */
export function keptVisit(start: SoloStart): string | null {
  try {
    if (arrived()) sessionStorage.removeItem(key(start));
    return sessionStorage.getItem(key(start));
  } catch {
    return null;
  }
}

export function keepVisit(start: SoloStart, visit: string) {
  try {
    sessionStorage.setItem(key(start), visit);
  } catch {
    // A reload then begins another visit.
  }
}
