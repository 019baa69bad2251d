/** The time for which other players' news is collected before it is announced, in milliseconds. */
export const COLLECT = 2000;

/** The live region's text: it collects fast players' actions into one announcement that ends with your options. */
export class Announcer {
  /** Numbered, so that a repeated sentence is announced again. */
  current = $state.raw<{ n: number; words: string } | null>(null);
  #news: string[] = [];
  #prompt = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Accept news and the prompt; without a prompt, the news may wait for more. */
  hear(news: string[], prompt: string) {
    this.#news.push(...news);
    const fresh = prompt !== this.#prompt;
    this.#prompt = prompt;
    if (prompt) this.#flush(fresh ? prompt : "");
    else if (this.#news.length) this.#timer ??= setTimeout(() => this.#flush(), COLLECT);
  }

  /** Announce something apart from the game, together with the next news. */
  note(words: string) {
    this.#news.push(words);
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT);
  }

  say(words: string) {
    this.current = { n: (this.current?.n ?? 0) + 1, words };
  }

  #flush(prompt = "") {
    this.cancel();
    const words = [...this.#news, prompt].filter(Boolean).join(" ");
    this.#news = [];
    if (words) this.say(words);
  }

  /** Start over for another listener. */
  forget() {
    this.cancel();
    this.#news = [];
    this.#prompt = "";
    this.current = null;
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
