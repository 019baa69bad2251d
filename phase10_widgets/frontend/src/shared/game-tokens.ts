// The browser stores only the token of a game; Python finds the game by it.

const KEY = "phase10_widgets";
const MOST = 5;

/** Return the stored tokens, newest first; none if storage is blocked. */
export function gameTokens(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function write(list: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Storage may be full or blocked: then no game can be resumed.
  }
}

export function forgetToken(token: string) {
  write(gameTokens().filter((each) => each !== token));
}

export function storeToken(token: string) {
  write([token, ...gameTokens().filter((each) => each !== token)]);
}
