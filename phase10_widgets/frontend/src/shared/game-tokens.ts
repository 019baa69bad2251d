// The browser stores only the token of a game; Python finds the game by it.

const KEY = "phase10_widgets";
const MOST = 5;

/** Return the stored tokens, newest first; none if storage is blocked. */
export function tokens(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function write(kept: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // Storage may be full or blocked: then no game can be resumed.
  }
}

export function forget(token: string) {
  write(tokens().filter((each) => each !== token));
}

export function keep(token: string) {
  write([token, ...tokens().filter((each) => each !== token)]);
}
