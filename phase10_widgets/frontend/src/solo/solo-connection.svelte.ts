import type { LinkRequest } from "../protocol/setup";
import type { SoloDown, SoloHello, SoloScreen, SoloStart, SoloTell, SoloUp, SoloWelcome } from "../protocol/solo";
import { BaseConnection, type ScreenMessage, type SocketOptions } from "../connection/connection.svelte";
import { keepVisit, keptVisit } from "./kept-visit";

export interface SoloConnectionOptions extends SocketOptions {
  start: SoloStart;
  language: () => string | null;
  /** The request in the page's link. */
  request?: LinkRequest | null;
}

/** A screen's place, its number and its visit; another place means another screen. */
export interface Place {
  /** Counts the visits of this page from 1. */
  visit: number;
  screen: number;
}

/** A page's connection to its own game. */
export class SoloConnection extends BaseConnection<SoloUp, SoloDown, SoloWelcome, SoloScreen | SoloTell> {
  readonly #options: SoloConnectionOptions;
  /** The newest screen's place, the same object for the same screen. */
  place: Place = { visit: 0, screen: 0 };
  #visit: string | null;
  /** The request in the page's link, until it has been received. */
  #request: LinkRequest | null;

  constructor(options: SoloConnectionOptions) {
    super(options);
    this.#options = options;
    this.#request = options.request ?? null;
    this.#visit = this.#request ? null : keptVisit(options.start);
  }

  protected hello(): SoloHello {
    const { start, language } = this.#options;
    const request = this.#request;
    return { kind: "hello", v: 1, visit: this.#visit, start, language: language(), ...(request && { request }) };
  }

  protected wrap(message: ScreenMessage): SoloUp {
    return { kind: "say", screen: this.place.screen, message } as unknown as SoloUp;
  }

  protected override greet(welcome: SoloWelcome) {
    super.greet(welcome);
    this.#visit = welcome.visit;
    this.#request = null;
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
