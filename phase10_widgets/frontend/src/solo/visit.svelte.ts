import type { Message } from "../protocol/table";
import type { LinkRequest } from "../protocol/setup";
import type { SoloName, SoloScreen, SoloStart, SoloTell } from "../protocol/solo";
import { gameTokens } from "../shared/game-tokens";
import { ConnectionModel } from "../connection/connection-model";
import type { ScreenMessage } from "../connection/connection.svelte";
import type { Files } from "../connection/widget-file";
import { readPreference } from "../shared/preferences";
import { LANGUAGES, language, preferred, reword, speak, studyAt, wanted, type Language } from "../strings/language.svelte";
import { text } from "../strings/solo";
import * as tableEn from "../strings/table.en";
import { SoloConnection, type SoloConnectionOptions, type Place } from "./solo-connection.svelte";
import { WorkerSocket } from "./worker-socket";

export interface VisitOptions {
  /** The path of the start page. */
  base: string;
  start: SoloStart;
  language?: string;
  /** The address of the worker that runs Python; without one, Python runs on a server. */
  worker?: string;
  /** The address of the service worker that makes the page work without a network. */
  offline?: string;
  /** The files of the screens that have scripts of their own. */
  files?: Files;
  /** The request in the page's link. */
  request?: LinkRequest | null;
  connection?: Pick<SoloConnectionOptions, "open" | "now" | "random">;
}

/** A screen that the page shows. */
export interface Shown {
  name: SoloName;
  model: ConnectionModel;
}

const names = () => LANGUAGES.map(([name]) => name);
const chosen = () => readPreference("language", names());

/** A visit to play alone: the connection and the successive screens. */
export class Visit {
  readonly connection: SoloConnection;
  readonly start: SoloStart;
  readonly base: string;
  /** True if Python runs in this browser. */
  readonly local: boolean;
  readonly offline: string | undefined;
  readonly files: Files;
  shown = $state.raw<Shown | null>(null);
  /** The share of Python that has arrived in this browser, 0 to 1. */
  arrived = $state.raw(0);
  /** The place of the newest screen. */
  #place: Place | null = null;
  #newest: Shown | null = null;
  /** The newest screen's greeting, repeated when the page reconnects. */
  #greeting: ScreenMessage | null = null;
  /** The pending request for another language. */
  #wantedLanguage: ScreenMessage | null = null;
  #repeats = 0;
  /** The token of the game on the table that is shown. */
  #token: string | null = null;
  /** The id of the request to resume that game in another visit. */
  #resuming = "";
  #resumes = 0;
  #spoken: Language | null = null;
  /** The address of that language's catalog; none for English. */
  #catalog: string | undefined;
  #inOrder: Promise<void>;
  #over = false;

  constructor({ base, start, language, worker, offline, files = {}, request, connection }: VisitOptions) {
    this.base = base;
    this.start = start;
    this.local = worker !== undefined;
    this.offline = offline;
    this.files = files;
    wanted(); // stores the language in the link
    const url = worker ?? this.#address("play/line").replace(/^http/, "ws");
    const open = this.local ? (url: string) => new WorkerSocket(url, "", (share) => (this.arrived = share)) : undefined;
    const given = names().find((name) => name === language);
    const first = () => chosen() ?? given ?? preferred();
    this.connection = new SoloConnection({ url, start, language: first, request, open, ...connection });
    this.#inOrder = this.#speak(first());
    this.connection.hear((update) => {
      const { place } = this.connection;
      this.#next(() => this.#take(update, place));
    });
  }

  /** Wait for the words of the page. */
  greet() {
    return this.#inOrder;
  }

  leave() {
    this.#over = true;
    this.connection.close();
  }

  #address(path: string) {
    return new URL(this.base + path, document.baseURI).href;
  }

  /** Run this after all earlier tasks, since a language's texts arrive late. */
  #next(work: () => void | Promise<void>) {
    this.#inOrder = this.#inOrder.then(work).catch((error: unknown) => console.error(error));
  }

  async #take(update: SoloScreen | SoloTell, place: Place) {
    if (update.about) await this.#follow(update.about.language);
    if (this.#over) return;
    if (place === this.#place) this.#refresh(update);
    else if (update.kind === "screen") this.#open(update, place);
    // The language was chosen without a connection, so Python does not know it.
    if (update.kind === "screen" && this.#wantedLanguage) this.#repeat(this.#wantedLanguage);
  }

  /** Switch to Python's language. */
  async #follow(language: string) {
    if (this.#wantedLanguage?.language === language) this.#wantedLanguage = null;
    await this.#speak(names().includes(language) ? language : "en");
  }

  #open(screen: SoloScreen, place: Place) {
    const astray = this.#place !== null && this.#place.visit !== place.visit;
    const model = new ConnectionModel(this.connection, (message) => this.#say(message, place), { _languages: LANGUAGES });
    model.take({ ...screen, _catalog: this.#catalog });
    this.#place = place;
    this.#greeting = null;
    this.#newest = { name: screen.name, model };
    const token = astray && screen.name === "setup" ? this.#token : null;
    if (token !== null && place === this.connection.place && gameTokens.all().includes(token)) this.#resume(token, screen.view.rev);
    else this.#show();
  }

  /** Show the newest screen. */
  #show() {
    this.shown = this.#newest;
    this.#token = null;
    this.#resuming = "";
  }

  #refresh(update: SoloScreen | SoloTell) {
    const message = update.kind === "tell" ? (update.message as Message | undefined) : undefined;
    if (message?.kind === "reject" && message.id === this.#resuming) return this.#show();
    if (message?.kind === "welcome" && this.shown === this.#newest) this.#token = message.token;
    this.#newest?.model.take(update);
    // Messages since then answered another greeting.
    if (update.kind === "screen" && this.#greeting) this.#repeat(this.#greeting);
  }

  /** Resend a message; Python handles each id only once. */
  #repeat(message: ScreenMessage) {
    if (this.#place === this.connection.place) this.connection.say({ ...message, id: `${message.id}+${++this.#repeats}` });
  }

  /** Resume the game that was on the table when Python lost this visit; the table stays until Python answers. */
  #resume(token: string, rev: number) {
    this.#resuming = `page:${++this.#resumes}`;
    this.connection.say({ kind: "resume", v: 1, id: this.#resuming, rev, token });
  }

  /** Send a screen's message, unless another screen has followed it. */
  #say(message: ScreenMessage, place: Place) {
    if (place !== this.connection.place) return;
    if (message.kind === "hello") this.#greeting = message;
    if (message.kind === "language") this.#wantLanguage(message);
    this.connection.say(message);
  }

  /** The language belongs to the whole page, not only to the screen. */
  #wantLanguage(message: ScreenMessage) {
    this.#wantedLanguage = message;
    this.#next(() => this.#speak(message.language as Language));
  }

  /** Switch to a language once its texts are loaded. */
  async #speak(wanted: Language) {
    if (wanted === this.#spoken) return;
    try {
      const catalog = wanted === "en" ? undefined : this.#address(`play/${wanted}.js`);
      if (catalog) await studyAt(catalog);
      this.#catalog = catalog;
      this.#newest?.model.take({ _catalog: catalog });
      this.#spoken = wanted;
    } catch {
      // Without the catalog, the words stay in English until the next try.
    }
    speak(wanted);
    if (!this.local) this.#adapt();
    document.documentElement.lang = language();
    document.title = text.titles[this.start];
  }

  /** Over a network, silence has another cause and ends by itself. */
  #adapt() {
    const { lost: title, why, offer } = text.overNetwork;
    reword("table", tableEn, (words) => ({ lost: { ...words.lost, title, why, offer } }));
  }
}
