import type { PageDown, PageScreen, PageTell, SoloHello, SoloUp, SoloWelcome } from "../protocol/solo";
import { BaseConnection, type ScreenMessage, type SocketOptions } from "../connection/connection.svelte";

/** Requests that repeat themselves, or that need no answer. */
const FLEETING = ["ping", "language"];

export interface PageConnectionOptions extends SocketOptions {
  /** The name of the page. */
  page: string;
  language: string;
}

/** A lesson page's connection to its numbered screens. */
export class PageConnection extends BaseConnection<SoloUp, PageDown, SoloWelcome, PageScreen | PageTell> {
  readonly #options: PageConnectionOptions;
  /** Counts the visits of this page; a loss at the other end begins another one. */
  visits = 0;
  #visit: string | null = null;
  #welcomed: () => void = () => {};

  constructor(options: PageConnectionOptions) {
    super(options);
    this.#options = options;
  }

  /** Call this with every welcome. */
  welcomed(listener: () => void) {
    this.#welcomed = listener;
    if (this.alive) listener();
  }

  /** Ask for a screen. */
  look(screen: number) {
    return this.send({ kind: "look", screen });
  }

  /** Send a screen's message; return false if there is no connection. */
  pass(screen: number, message: ScreenMessage) {
    return this.send({ kind: "say", screen, message } as unknown as SoloUp);
  }

  protected hello(): SoloHello {
    const { page, language } = this.#options;
    return { kind: "hello", v: 1, visit: this.#visit, start: "setup", page, language };
  }

  protected wrap(message: ScreenMessage): SoloUp {
    return message as unknown as SoloUp;
  }

  protected override greet(welcome: SoloWelcome) {
    super.greet(welcome);
    this.#visit = welcome.visit;
    if (welcome.new) this.visits++;
    this.#welcomed();
  }

  protected take(message: PageDown) {
    if (message.kind === "screen" || message.kind === "tell") this.tell(message);
  }
}

/** True for a message that is sent again if it was lost. */
export const lasting = ({ kind }: ScreenMessage) => !FLEETING.includes(kind);
