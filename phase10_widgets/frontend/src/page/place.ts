import type { PageName, PageScreen, PageTell } from "../protocol/solo";
import { ConnectionModel } from "../connection/connection-model";
import type { ScreenMessage } from "../connection/connection.svelte";
import { loadWidget, type Files } from "../connection/widget-file";
import { ownHands } from "../learner/own-hands";
import { storedProgress } from "../learner/progress";
import { gameTokens } from "../shared/game-tokens";
import { lasting, type PageConnection } from "./page-connection.svelte";

const LIVE = '[aria-live="polite"], [role="status"], [data-silent]';
const CONTROLS = "button, a[href], input, select, textarea, summary, [tabindex='0']";
/** The parts of a screen that are landmarks on a page of its own. On a page with many screens, only the screens themselves are landmarks. */
const PARTS = "section section[aria-label]:not([role])";
/** The requests that determine a figure's state, of which the newest are kept. */
const FIGURE = ["choose", "do"];
const MOST_KEPT = 60;

/** The number of screens of each kind on this page, which must have different names. */
const places = new Map<PageName, number>();

/** A place on the page for a screen; until there is one, it holds the picture from the notebook. */
export class Place {
  readonly #el: HTMLElement;
  /** The connection to its screen, created before the screen is requested. */
  connection!: PageConnection;
  readonly #files: Files;
  readonly #announce: (text: string) => void;
  readonly number: number;
  #model: ConnectionModel | null = null;
  /** The screen's greeting, repeated when the screen starts over. */
  #greeting: ScreenMessage | null = null;
  /** The name of the game on a table, by which it is resumed. */
  #token: string | null = null;
  /** The newest unanswered message. */
  #pending: ScreenMessage | null = null;
  /** The requests to a figure, repeated when it starts over; its trials are the same each time. */
  readonly #asked: ScreenMessage[] = [];
  #visit = 0;

  constructor(el: HTMLElement, files: Files, announce: (text: string) => void) {
    this.#announce = announce;
    this.#el = el;
    this.#files = files;
    this.number = Number(el.dataset.screen);
    el.tabIndex = 0; // the keyboard can reach a place without a screen, which then comes into sight
  }

  /** Show a screen, or update it. */
  async take(update: PageScreen | PageTell) {
    const model = this.#model;
    if (update.kind === "screen" && model === null) return this.#open(update);
    if (model === null) return;
    const { view } = update as { view?: { rev: number; ack: string | null } };
    const message = update.kind === "tell" ? (update.message as { kind: string; id?: string; token?: string } | undefined) : undefined;
    if (message?.kind === "welcome") this.#token = message.token ?? null;
    const pending = this.#pending;
    if (pending && (view?.ack === pending.id || message?.id === pending.id)) {
      this.#pending = null;
      if (view) this.#keep(pending);
    }
    model.take(update);
    if (update.kind === "screen") this.#again(view?.rev);
  }

  /** Forget the unanswered message, so that it is not sent again. */
  drop() {
    this.#pending = null;
  }

  /** After a loss, greet a screen that has started over, or resend a message that may have been lost. */
  #again(rev: number | undefined) {
    const anew = this.#visit !== this.connection.visits;
    this.#visit = this.connection.visits;
    const pending = this.#pending;
    const again = (message: ScreenMessage) => this.connection.pass(this.number, { ...message, id: `${message.id}+${this.#visit}` });
    if (anew && this.#greeting) again({ ...this.#greeting, ...this.#kept(this.#greeting), rev: rev ?? 0 });
    else if (anew) this.#asked.forEach(again);
    if (pending && (anew || pending.rev === rev)) this.connection.pass(this.number, pending);
  }

  /** Return this browser's current stored data, which replaces that of the greeting. */
  #kept(greeting: ScreenMessage): object {
    if ("kept" in greeting) return { kept: storedProgress(), hands: ownHands() };
    return this.#token ? { kind: "resume", token: this.#token } : { tokens: gameTokens.all() };
  }

  /** Keep a request to a figure without its own memory; consecutive choices count once. */
  #keep(message: ScreenMessage) {
    if (this.#greeting || !FIGURE.includes(message.kind as string)) return;
    const last = this.#asked.at(-1);
    if (last?.kind === "choose" && message.kind === "choose") Object.assign(last, message);
    else this.#asked.push({ ...message });
    if (this.#asked.length > MOST_KEPT) this.#asked.shift();
  }

  async #open(screen: PageScreen) {
    const place = (places.get(screen.name) ?? 0) + 1;
    places.set(screen.name, place);
    const model = new ConnectionModel(this.connection, (message) => this.#say(message), { _catalog: this.#files.catalog, _page: place });
    this.#model = model;
    this.#visit = this.connection.visits;
    model.take(screen);
    const widget = await loadWidget(this.#files, screen.name);
    const room = document.createElement("div");
    await widget.initialize?.({ model: model.model } as never);
    await widget.render?.({ model: model.model, el: room } as never);
    const held = this.#el.contains(document.activeElement);
    this.#el.replaceChildren(room);
    this.#el.removeAttribute("tabindex");
    // A keyboard user who has reached the place continues in the screen.
    if (held) room.querySelector<HTMLElement>(CONTROLS)?.focus();
    speakThrough(room, this.#announce);
    this.#el.dataset.shown = screen.name;
  }

  #say(message: ScreenMessage) {
    if (message.kind === "hello") this.#greeting = message;
    else if (lasting(message)) this.#pending = message;
    // A screen that starts over is greeted first.
    if (this.#visit === this.connection.visits) this.connection.pass(this.number, message);
  }
}

/** Let the page make all announcements of its screens, since several live regions would interrupt one another. */
function speakThrough(room: HTMLElement, announce: (text: string) => void) {
  const announced = new WeakMap<Element, string>();
  const listen = (first: boolean) => {
    room.querySelectorAll<HTMLElement>(LIVE).forEach((el) => {
      el.ariaLive = "off";
      el.dataset.silent = "";
      const text = el.innerText.trim();
      if (!first && text && text !== announced.get(el)) announce(text);
      announced.set(el, text);
    });
    room.querySelectorAll(PARTS).forEach((el) => el.setAttribute("role", "group"));
  };
  listen(true);
  new MutationObserver(() => listen(false)).observe(room, { childList: true, characterData: true, subtree: true });
}
