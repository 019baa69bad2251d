import { keepHands } from "./own-hands";

// A learner's progress is stored in this browser, and sent only to this page's Python.

const KEY = "phase10_widgets.progress";
/** The act in which each lesson was left (src/acts.ts). */
const ACTS = "phase10_widgets.acts";
const TABLES = ["questions", "predictions", "reflections", "programs", "recalled", "designs"] as const;

type Table = Record<string, unknown>;
type Progress = Record<(typeof TABLES)[number], Table> & Record<string, unknown>;

/** Return the stored progress as the text of a file; null if there is none or storage is blocked. */
export function storedProgress(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function before(): Partial<Progress> {
  try {
    const found: unknown = JSON.parse(storedProgress() ?? "{}");
    return typeof found === "object" && found !== null ? (found as Partial<Progress>) : {};
  } catch {
    return {};
  }
}

/** Store the progress that Python sends: either all of it, or some questions to merge with the progress of other pages. */
export function storeProgress(text: string) {
  if (!text) return;
  try {
    const { all, progress } = JSON.parse(text) as { all: boolean; progress: Progress };
    const merged = { ...progress };
    if (!all) {
      const old = before();
      for (const table of TABLES) {
        const rows: Table = { ...old[table], ...progress[table] };
        merged[table] = Object.fromEntries(Object.entries(rows).filter(([, row]) => row !== null));
      }
    }
    localStorage.setItem(KEY, JSON.stringify(merged));
    if (!all) return;
    keepHands(progress.hands);
    localStorage.removeItem(ACTS);
  } catch {
    // Storage may be full or blocked: the progress then lasts as long as the kernel runs.
  }
}
