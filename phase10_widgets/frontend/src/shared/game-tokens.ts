// The browser keeps nothing of a game but its token, by which Python finds it again.

const KEY = "phase10_widgets";
const MOST = 5;

/** Newest first; none where the browser keeps nothing. */
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
    // Storage may be full or forbidden: then there is nothing to come back to.
  }
}

export function forget(token: string) {
  write(tokens().filter((each) => each !== token));
}

export function keep(token: string) {
  write([token, ...tokens().filter((each) => each !== token)]);
}
