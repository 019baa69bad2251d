/** A person's token in a room, which is all it takes to be that person. */
export interface StoredToken {
  token: string;
  name: string;
  /** The time of its last use, in milliseconds. */
  at: number;
  code?: string;
  /** The key of the host's link that led here, which works only once but leads this browser back. */
  link?: string;
}

/** Return the query with which a proxy finds a room's server, from the letter at the start of codes, links and tokens. */
export const query = (secret: string) => `?room=${encodeURIComponent(secret.trim().charAt(0).toUpperCase())}`;

const KEY = "phase10_live";
const NAME = "p10-live-name";
const MOST = 5;

/** The tokens that this browser keeps, by the key or the code of their room; in memory where storage is blocked. */
export class Tokens {
  #memory: Record<string, StoredToken> = {};
  #name = "";

  /** Return the token for a key, a code or a host's link. */
  find(room: string): StoredToken | null {
    const all = this.#read();
    return (Object.hasOwn(all, room) ? all[room] : Object.values(all).find(({ code, link }) => code === room || link === room)) ?? null;
  }

  newest(): StoredToken | null {
    return Object.values(this.#read()).sort((a, b) => b.at - a.at)[0] ?? null;
  }

  /** Store a token under this key or code only. */
  keep(room: string, kept: Omit<StoredToken, "at">) {
    const before = Object.entries(this.#read());
    const others = before.filter(([name, { token }]) => name !== room && token !== kept.token);
    const link = before.find(([, { token }]) => token === kept.token)?.[1].link;
    const all: [string, StoredToken][] = [[room, { ...(link && { link }), ...kept, at: Date.now() }], ...others];
    this.#write(Object.fromEntries(all.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST)));
  }

  forget(token: string) {
    this.#write(Object.fromEntries(Object.entries(this.#read()).filter(([, kept]) => kept.token !== token)));
  }

  /** The name that this browser's person used last. */
  get name() {
    try {
      return localStorage.getItem(NAME) ?? this.#name;
    } catch {
      return this.#name;
    }
  }
  set name(name: string) {
    this.#name = name;
    try {
      localStorage.setItem(NAME, name);
    } catch {
      // The name then lasts as long as the page is open.
    }
  }

  #read(): Record<string, StoredToken> {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, StoredToken> | null;
      const valid = Object.entries(found ?? {}).filter(([, kept]) => typeof kept?.token === "string" && typeof kept.at === "number");
      return { ...this.#memory, ...Object.fromEntries(valid) };
    } catch {
      return this.#memory;
    }
  }

  #write(all: Record<string, StoredToken>) {
    this.#memory = {};
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      this.#memory = all;
    }
  }
}
