import type { SoloDown, SoloHello, SoloScreen, SoloStart, SoloTell, SoloUp, SoloWelcome } from "../protocol/solo";
import { BaseLine, type Said, type SocketOptions } from "../line/line.svelte";
import { keepVisit, keptVisit } from "./kept-visit";

export interface LineOptions extends SocketOptions {
  start: SoloStart;
  /** The language that somebody chose in this browser. */
  language: () => string | null;
}

/** A screen's place: another number, or the same one in another visit, is another screen. */
export interface Place {
  /** Counts the visits of this page from 1. */
  visit: number;
  screen: number;
}

/** A page's line to its own game. */
export class Line extends BaseLine<SoloUp, SoloDown, SoloWelcome, SoloScreen | SoloTell> {
  readonly #options: LineOptions;
  /** The newest screen's place, the same object as long as it is the same screen. */
  place: Place = { visit: 0, screen: 0 };
  #visit: string | null;

  constructor(options: LineOptions) {
    super(options);
    this.#options = options;
    this.#visit = keptVisit(options.start);
  }

  protected hello(): SoloHello {
    const { start, language } = this.#options;
    return { kind: "hello", v: 1, visit: this.#visit, start, language: language() };
  }

  protected wrap(message: Said): SoloUp {
    return { kind: "say", screen: this.place.screen, message } as unknown as SoloUp;
  }

  protected override greet(welcome: SoloWelcome) {
    super.greet(welcome);
    this.#visit = welcome.visit;
    keepVisit(this.#options.start, welcome.visit);
    if (welcome.new || !this.place.visit) this.#move({ visit: this.place.visit + 1, screen: 0 });
  }

  protected take(message: SoloDown) {
    if (message.kind !== "screen" && message.kind !== "tell") return;
    if (message.kind === "screen" && message.screen !== this.place.screen) this.#move({ ...this.place, screen: message.screen });
    if (message.screen === this.place.screen) this.tell(message);
  }

  #move(place: Place) {
    this.forget();
    this.place = place;
  }
}
