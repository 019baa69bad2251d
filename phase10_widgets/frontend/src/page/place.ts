import type { AnyWidget } from "@anywidget/types";
import type { PageName, PageScreen, PageTell } from "../protocol/solo";
import { LineModel } from "../line/line-model";
import type { Said } from "../line/line.svelte";
import { load } from "../strings/language.svelte";
import { lasting, type PageLine } from "./line.svelte";

const LIVE = '[aria-live="polite"], [role="status"], [data-silent]';

/** The number of screens of each kind on this page, whose names must differ. */
const places = new Map<PageName, number>();

type Mounted = Exclude<AnyWidget, (...given: never[]) => unknown>;

/** Where the scripts and styles of widgets are, by name. */
export type Files = Record<string, string>;

/** A place of the page for a screen. Until there is one, it holds the picture that the notebook keeps. */
export class Place {
  readonly #el: HTMLElement;
  readonly #line: PageLine;
  readonly #files: Files;
  readonly #announce: (text: string) => void;
  readonly number: number;
  #model: LineModel | null = null;
  /** The screen's greeting with what this browser keeps, for when it begins anew. */
  #greeting: Said | null = null;
  /** The newest message without an answer. */
  #pending: Said | null = null;
  #visit = 0;

  constructor(el: HTMLElement, line: PageLine, files: Files, announce: (text: string) => void) {
    this.#announce = announce;
    this.#el = el;
    this.#line = line;
    this.#files = files;
    this.number = Number(el.dataset.screen);
  }

  /** Show a screen, or what is new on it. */
  async take(news: PageScreen | PageTell) {
    const model = this.#model;
    if (news.kind === "screen" && model === null) return this.#open(news);
    if (model === null) return;
    const { view } = news as { view?: { rev: number; ack: string | null } };
    const message = news.kind === "tell" ? (news.message as { id?: string } | undefined) : undefined;
    const pending = this.#pending;
    if (pending && (view?.ack === pending.id || message?.id === pending.id)) this.#pending = null;
    model.take(news);
    if (news.kind === "screen") this.#again(view?.rev);
  }

  /** After a loss: greet a screen that has begun anew, or send what may have been lost. */
  #again(rev: number | undefined) {
    const anew = this.#visit !== this.#line.visits;
    this.#visit = this.#line.visits;
    const pending = this.#pending;
    if (anew && this.#greeting) this.#line.pass(this.number, { ...this.#greeting, id: `${this.#greeting.id}+${this.#visit}` });
    if (pending && (anew || pending.rev === rev)) this.#line.pass(this.number, pending);
  }

  async #open(screen: PageScreen) {
    const place = (places.get(screen.name) ?? 0) + 1;
    places.set(screen.name, place);
    const model = new LineModel(this.#line, (message) => this.#say(message), { _catalog: this.#files.catalog, _page: place });
    this.#model = model;
    this.#visit = this.#line.visits;
    model.take(screen);
    const widget = await this.#widget(screen.name);
    const room = document.createElement("div");
    await widget.initialize?.({ model: model.model } as never);
    await widget.render?.({ model: model.model, el: room } as never);
    this.#el.replaceChildren(room);
    speakThrough(room, this.#announce);
    this.#el.dataset.shown = screen.name;
  }

  /** Load the script and the styles that show a screen. */
  async #widget(name: PageName): Promise<Mounted> {
    const styles = this.#files[`${name}.css`]!;
    if (!document.querySelector(`link[href="${CSS.escape(styles)}"]`)) {
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
    this.#line.pass(this.number, message);
  }
}

/** Have all that a screen announces said by the page: several regions that speak would cut one another off. */
function speakThrough(room: HTMLElement, announce: (text: string) => void) {
  const said = new WeakMap<Element, string>();
  const listen = (first: boolean) =>
    room.querySelectorAll<HTMLElement>(LIVE).forEach((el) => {
      el.ariaLive = "off";
      el.dataset.silent = "";
      const text = el.innerText.trim();
      if (!first && text && text !== said.get(el)) announce(text);
      said.set(el, text);
    });
  listen(true);
  new MutationObserver(() => listen(false)).observe(room, { childList: true, characterData: true, subtree: true });
}
