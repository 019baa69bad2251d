/** How long a reaction is shown, in milliseconds. */
const SHOWN = 4000;

/** The reactions of people at a shared table. */
export class Reactions {
  /** The number of the drawing at each seat that shows one. */
  at = $state.raw<Readonly<Record<number, number>>>({});
  /** The latest reaction, which is also spoken. */
  latest = $state.raw<{ seat: number; reaction: number } | null>(null);
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(seat: number, reaction: number) {
    this.at = { ...this.at, [seat]: reaction };
    this.latest = { seat, reaction };
    clearTimeout(this.#timers.get(seat));
    this.#timers.set(seat, setTimeout(() => this.#end(seat), SHOWN));
  }

  #end(seat: number) {
    const { [seat]: _, ...rest } = this.at;
    this.at = rest;
  }

  /** End everything. */
  close() {
    this.#timers.forEach(clearTimeout);
  }
}
