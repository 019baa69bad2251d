import type { AnyWidget } from "@anywidget/types";
import type { PageName, PageScreen, PageTell } from "../protocol/solo";
import { LineModel } from "../line/line-model";
import type { Said } from "../line/line.svelte";
import { ownHands } from "../lesson/own-hands";
import { storedProgress } from "../lesson/progress";
import { gameTokens } from "../shared/game-tokens";
import { load } from "../strings/language.svelte";
import { lasting, type PageLine } from "./line.svelte";

const LIVE = '[aria-live="polite"], [role="status"], [data-silent]';
const CONTROLS = "button, a[href], input, select, textarea, summary, [tabindex='0']";
/** The parts of screens that pages of one screen have as landmarks. On a page of many, each screen is one, and no more. */
const PARTS = "section section[aria-label]:not([role])";
/** The requests that make a figure what it is; the newest are kept. */
const FIGURE = ["choose", "do"];
const MOST_KEPT = 60;

/** The number of screens of each kind on this page, whose names must differ. */
const places = new Map<PageName, number>();

type Mounted = Exclude<AnyWidget, (...given: never[]) => unknown>;

/** Where the scripts and styles of widgets are, by name. */
export type Files = Record<string, string>;

/** A place of the page for a screen. Until there is one, it holds the picture that the notebook keeps. */
export class Place {
  readonly #el: HTMLElement;
  /** The line to its screen, before that is asked for. */
  line!: PageLine;
  readonly #files: Files;
  readonly #announce: (text: string) => void;
  readonly number: number;
  #model: LineModel | null = null;
  /** The screen's greeting, for when it begins anew. */
  #greeting: Said | null = null;
  /** The name of the game on a table, by which it is found again. */
  #token: string | null = null;
  /** The newest message without an answer. */
  #pending: Said | null = null;
  /** What a figure has been asked, for when it begins anew: its trials are the same each time. */
  readonly #asked: Said[] = [];
  #visit = 0;

  constructor(el: HTMLElement, files: Files, announce: (text: string) => void) {
    this.#announce = announce;
    this.#el = el;
    this.#files = files;
    this.number = Number(el.dataset.screen);
    el.tabIndex = 0; // the keyboard gets to what is not there yet, which then comes into sight
  }

  /** Show a screen, or what is new on it. */
  async take(news: PageScreen | PageTell) {
    const model = this.#model;
    if (news.kind === "screen" && model === null) return this.#open(news);
    if (model === null) return;
    const { view } = news as { view?: { rev: number; ack: string | null } };
    const message = news.kind === "tell" ? (news.message as { kind: string; id?: string; token?: string } | undefined) : undefined;
    if (message?.kind === "welcome") this.#token = message.token ?? null;
    const pending = this.#pending;
    if (pending && (view?.ack === pending.id || message?.id === pending.id)) {
      this.#pending = null;
      if (view) this.#keep(pending);
    }
    model.take(news);
    if (news.kind === "screen") this.#again(view?.rev);
  }

  /** Forget what has no answer: it is not sent again. */
  drop() {
    this.#pending = null;
  }

  /** After a loss: greet a screen that has begun anew, or send what may have been lost. */
  #again(rev: number | undefined) {
    const anew = this.#visit !== this.line.visits;
    this.#visit = this.line.visits;
    const pending = this.#pending;
    const again = (said: Said) => this.line.pass(this.number, { ...said, id: `${said.id}+${this.#visit}` });
    if (anew && this.#greeting) again({ ...this.#greeting, ...this.#kept(this.#greeting), rev: rev ?? 0 });
    else if (anew) this.#asked.forEach(again);
    if (pending && (anew || pending.rev === rev)) this.line.pass(this.number, pending);
  }

  /** Return what this browser keeps by now, in place of what it kept at the greeting. */
  #kept(greeting: Said): object {
    if ("kept" in greeting) return { kept: storedProgress(), hands: ownHands() };
    return this.#token ? { kind: "resume", token: this.#token } : { tokens: gameTokens.all() };
  }

  /** Keep a request of a figure that has no memory of its own; what is chosen twice in a row counts once. */
  #keep(said: Said) {
    if (this.#greeting || !FIGURE.includes(said.kind as string)) return;
    const last = this.#asked.at(-1);
    if (last?.kind === "choose" && said.kind === "choose") Object.assign(last, said);
    else this.#asked.push({ ...said });
    if (this.#asked.length > MOST_KEPT) this.#asked.shift();
  }

  async #open(screen: PageScreen) {
    const place = (places.get(screen.name) ?? 0) + 1;
    places.set(screen.name, place);
    const model = new LineModel(this.line, (message) => this.#say(message), { _catalog: this.#files.catalog, _page: place });
    this.#model = model;
    this.#visit = this.line.visits;
    model.take(screen);
    const widget = await this.#widget(screen.name);
    const room = document.createElement("div");
    await widget.initialize?.({ model: model.model } as never);
    await widget.render?.({ model: model.model, el: room } as never);
    const held = this.#el.contains(document.activeElement);
    this.#el.replaceChildren(room);
    this.#el.removeAttribute("tabindex");
    // Whoever has come here by keyboard goes on in the screen.
    if (held) room.querySelector<HTMLElement>(CONTROLS)?.focus();
    speakThrough(room, this.#announce);
    this.#el.dataset.shown = screen.name;
  }

  /** Load the script and the styles that show a screen. */
  async #widget(name: PageName): Promise<Mounted> {
    const styles = this.#files[`${name}.css`]!;
    if (![...document.querySelectorAll("link")].some(({ href }) => href === styles)) {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles });
      const loaded = new Promise((done) => (link.onload = link.onerror = done));
      document.head.append(link);
      await loaded;
    }
    const { default: made } = (await load(this.#files[`${name}.js`]!)) as { default: AnyWidget };
    return (typeof made === "function" ? await made() : made) as Mounted;
  }

  #say(message: Said) {
    if (message.kind === "hello") this.#greeting = message;
    else if (lasting(message)) this.#pending = message;
    // A screen that begins anew is greeted first.
    if (this.#visit === this.line.visits) this.line.pass(this.number, message);
  }
}

/** Have all that a screen announces said by the page: several regions that speak would cut one another off. */
function speakThrough(room: HTMLElement, announce: (text: string) => void) {
  const said = new WeakMap<Element, string>();
  const listen = (first: boolean) => {
    room.querySelectorAll<HTMLElement>(LIVE).forEach((el) => {
      el.ariaLive = "off";
      el.dataset.silent = "";
      const text = el.innerText.trim();
      if (!first && text && text !== said.get(el)) announce(text);
      said.set(el, text);
    });
    room.querySelectorAll(PARTS).forEach((el) => el.setAttribute("role", "group"));
  };
  listen(true);
  new MutationObserver(() => listen(false)).observe(room, { childList: true, characterData: true, subtree: true });
}
