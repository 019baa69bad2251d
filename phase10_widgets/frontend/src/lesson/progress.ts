// What a learner did stays in this browser and is brought back from here; it is sent nowhere but to this page's Python.

const KEY = "phase10_widgets.progress";
const TABLES = ["questions", "predictions", "reflections"] as const;

type Table = Record<string, unknown>;
type Progress = Record<(typeof TABLES)[number], Table> & Record<string, unknown>;

/** What was kept, as the text of a file; null where there is nothing, or nothing may be kept. */
export function keptProgress(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function before(): Partial<Progress> {
  try {
    const found: unknown = JSON.parse(keptProgress() ?? "{}");
    return typeof found === "object" && found !== null ? (found as Partial<Progress>) : {};
  } catch {
    return {};
  }
}

/** Keeps what Python says is to be kept: all that was done, or some questions beside what other pages did. */
export function keepProgress(text: string) {
  if (!text) return;
  try {
    const { all, progress } = JSON.parse(text) as { all: boolean; progress: Progress };
    const kept = { ...progress };
    if (!all) {
      const old = before();
      for (const table of TABLES) {
        const rows: Table = { ...old[table], ...progress[table] };
        kept[table] = Object.fromEntries(Object.entries(rows).filter(([, row]) => row !== null));
      }
    }
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden: then it holds for as long as Python runs.
  }
}
