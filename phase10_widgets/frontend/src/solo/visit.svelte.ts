import type { Message } from "../protocol/table";
import type { SoloName, SoloScreen, SoloStart, SoloTell } from "../protocol/solo";
import { gameTokens } from "../shared/game-tokens";
import { LineModel } from "../line/line-model";
import type { Said } from "../line/line.svelte";
import { readPreference } from "../shared/preferences";
import { LANGUAGES, language, preferred, reword, speak, studyAt, wanted, type Language } from "../strings/language.svelte";
import * as setupEn from "../strings/setup.en";
import { text } from "../strings/solo";
import * as tableEn from "../strings/table.en";
import { Line, type LineOptions, type Place } from "./line.svelte";
import { WorkerSocket } from "./worker-socket";

export interface VisitOptions {
  /** The path of the start page. */
  base: string;
  start: SoloStart;
  language?: string;
  /** The address of the worker that Python lives in; without one it is on a server. */
  worker?: string;
  /** The address of the service worker that makes the page work without a network. */
  offline?: string;
  line?: Pick<LineOptions, "open" | "now" | "random">;
}

/** A screen that the page shows. */
export interface Shown {
  name: SoloName;
  model: LineModel;
}

const names = () => LANGUAGES.map(([name]) => name);
const chosen = () => readPreference("language", names());

/** Somebody's visit to their own game: the line, and the screens that follow each other. */
export class Visit {
  readonly line: Line;
  readonly start: SoloStart;
  readonly base: string;
  /** True if Python lives in this browser. */
  readonly local: boolean;
  readonly offline: string | undefined;
  shown = $state.raw<Shown | null>(null);
  /** The share of Python that has arrived in this browser, 0 to 1. */
  arrived = $state.raw(0);
  /** The place of the newest screen. */
  #place: Place | null = null;
  #newest: Shown | null = null;
  /** The newest screen's greeting, for when it comes back. */
  #greeting: Said | null = null;
  /** The request for another language that Python has not carried out yet. */
  #wish: Said | null = null;
  #repeats = 0;
  /** The token of the game on the table that is shown. */
  #token: string | null = null;
  /** The id of the request to go on with that game in another visit. */
  #resuming = "";
  #resumes = 0;
  #spoken: Language | null = null;
  #inOrder: Promise<void>;
  #over = false;

  constructor({ base, start, language, worker, offline, line }: VisitOptions) {
    this.base = base;
    this.start = start;
    this.local = worker !== undefined;
    this.offline = offline;
    wanted(); // stores the language in the link
    const url = worker ?? this.#address("play/line").replace(/^http/, "ws");
    const open = this.local ? (url: string) => new WorkerSocket(url, "", (share) => (this.arrived = share)) : undefined;
    this.line = new Line({ url, start, language: chosen, open, ...line });
    const given = names().find((name) => name === language);
    this.#inOrder = this.#speak(chosen() ?? given ?? preferred());
    this.line.hear((news) => {
      const { place } = this.line;
      this.#next(() => this.#take(news, place));
    });
  }

  /** Wait for the words of the page. */
  greet() {
    return this.#inOrder;
  }

  leave() {
    this.#over = true;
    this.line.close();
  }

  #address(path: string) {
    return new URL(this.base + path, document.baseURI).href;
  }

  /** Do this after everything before it: a language's words arrive late. */
  #next(work: () => void | Promise<void>) {
    this.#inOrder = this.#inOrder.then(work).catch((error: unknown) => console.error(error));
  }

  async #take(news: SoloScreen | SoloTell, place: Place) {
    if (news.about) await this.#follow(news.about.language);
    if (this.#over) return;
    if (place === this.#place) this.#refresh(news);
    else if (news.kind === "screen") this.#open(news, place);
    // Chosen without a connection: Python has never heard of it.
    if (news.kind === "screen" && this.#wish) this.#repeat(this.#wish);
  }

  /** Speak Python's language. */
  async #follow(language: string) {
    if (this.#wish?.language === language) this.#wish = null;
    await this.#speak(names().includes(language) ? language : "en");
  }

  #open(screen: SoloScreen, place: Place) {
    const astray = this.#place !== null && this.#place.visit !== place.visit;
    const model = new LineModel(this.line, (message) => this.#say(message, place));
    model.take(screen);
    this.#place = place;
    this.#greeting = null;
    this.#newest = { name: screen.name, model };
    const token = astray && screen.name === "setup" ? this.#token : null;
    if (token !== null && place === this.line.place && gameTokens.all().includes(token)) this.#resume(token, screen.view.rev);
    else this.#show();
  }

  /** Show the newest screen. */
  #show() {
    this.shown = this.#newest;
    this.#token = null;
    this.#resuming = "";
  }

  #refresh(news: SoloScreen | SoloTell) {
    const message = news.kind === "tell" ? (news.message as Message | undefined) : undefined;
    if (message?.kind === "reject" && message.id === this.#resuming) return this.#show();
    if (message?.kind === "welcome" && this.shown === this.#newest) this.#token = message.token;
    this.#newest?.model.take(news);
    // What was told in the meantime is the answer to another greeting.
    if (news.kind === "screen" && this.#greeting) this.#repeat(this.#greeting);
  }

  /** Send a message once more; Python answers none of the same id twice. */
  #repeat(message: Said) {
    if (this.#place === this.line.place) this.line.say({ ...message, id: `${message.id}+${++this.#repeats}` });
  }

  /** Go on with the game that was on the table when Python lost this visit; the table stays until Python has answered. */
  #resume(token: string, rev: number) {
    this.#resuming = `page:${++this.#resumes}`;
    this.line.say({ kind: "resume", v: 1, id: this.#resuming, rev, token });
  }

  /** Send a screen's message, unless another screen has followed it. */
  #say(message: Said, place: Place) {
    if (place !== this.line.place) return;
    if (message.kind === "hello") this.#greeting = message;
    if (message.kind === "language") this.#wishFor(message);
    this.line.say(message);
  }

  /** The language is the page's, not the screen's alone. */
  #wishFor(message: Said) {
    this.#wish = message;
    this.#next(() => this.#speak(message.language as Language));
  }

  /** Speak a language, once its words are here. */
  async #speak(wanted: Language) {
    if (wanted === this.#spoken) return;
    try {
      if (wanted !== "en") await studyAt(this.#address(`play/${wanted}.js`));
      this.#spoken = wanted;
    } catch {
      // Without the catalog, English words stay until the next try.
    }
    speak(wanted);
    if (!this.local) this.#adapt();
    document.documentElement.lang = language();
    document.title = text.titles[this.start];
  }

  /** Over a network, silence has another reason, and ends by itself. */
  #adapt() {
    const { lost: title, why, offer, noAnswer } = text.overNetwork;
    reword("table", tableEn, (words) => ({ lost: { ...words.lost, title, why, offer } }));
    reword("setup", setupEn, () => ({ noAnswer }));
  }
}
