// The browser stores only the tokens of games; Python finds the games by them.

class TokenList {
  readonly #key: string;
  readonly #most: number;

  constructor(key: string, most: number) {
    this.#key = key;
    this.#most = most;
  }

  /** Return the stored tokens, newest first; none if storage is blocked. */
  all(): string[] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
    } catch {
      return [];
    }
  }

  add(token: string) {
    this.#write([token, ...this.#without(token)]);
  }

  remove(token: string) {
    this.#write(this.#without(token));
  }

  #without(token: string) {
    return this.all().filter((each) => each !== token);
  }

  #write(list: string[]) {
    try {
      localStorage.setItem(this.#key, JSON.stringify(list.slice(0, this.#most)));
    } catch {
      // Storage may be full or blocked: then no game can be found again.
    }
  }
}

/** The games last played here, which may be unfinished. */
export const gameTokens = /* @__PURE__ */ new TokenList("phase10_widgets", 5);
/** The finished games, for the history. */
export const finishedTokens = /* @__PURE__ */ new TokenList("phase10_widgets-finished", 50);
