/** How long news of others are collected before they are spoken, in milliseconds. */
export const COLLECT = 2000;

/** The live region's words: quick players' deeds are collected and said in one go, and last what you can do now. */
export class Voice {
  /** Numbered, so that the same sentence is said again when it happens again. */
  said = $state.raw<{ n: number; words: string } | null>(null);
  #news: string[] = [];
  #prompt = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes what happened and what there is to do; without anything to do the news may wait for more. */
  hear(news: string[], prompt: string) {
    this.#news.push(...news);
    const fresh = prompt !== this.#prompt;
    this.#prompt = prompt;
    if (prompt) this.#tell(fresh ? prompt : "");
    else if (this.#news.length) this.#timer ??= setTimeout(() => this.#tell(), COLLECT);
  }

  say(words: string) {
    this.said = { n: (this.said?.n ?? 0) + 1, words };
  }

  #tell(prompt = "") {
    this.hush();
    const words = [...this.#news, prompt].filter(Boolean).join(" ");
    this.#news = [];
    if (words) this.say(words);
  }

  /** Somebody else listens now. */
  forget() {
    this.hush();
    this.#news = [];
    this.#prompt = "";
    this.said = null;
  }

  hush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
