import type { Bridge } from "../../shared/adapter.svelte";
import { download } from "../../shared/download";
import type { Offer } from "../../protocol/ui";
import type { Message, Story, TableRequest, TableState } from "../../protocol/table";
import { finishedTokens, gameTokens } from "../../shared/game-tokens";
import { Reactions } from "./reactions.svelte";

/** The interval between two pings, in milliseconds. */
export const PING_INTERVAL = 2000;
/** The time during which pings continue after the last touch of the table, in milliseconds. */
export const ATTENTION = 600_000;

const TOUCHES = ["pointerdown", "pointermove", "keydown", "focusin"];

/** The connection behind a table: Python's presence, games to resume, files. */
export class Connection {
  readonly bridge: Bridge<TableState, TableRequest>;
  readonly #recall: (story: Story) => void;
  readonly reactions = __SHARED__ ? new Reactions() : (null as never);
  /** Unfinished games, until one is resumed or this game has begun. */
  offers = $state.raw<Offer[]>([]);
  /** True if this game is in the store. */
  stored = $state.raw(false);
  #token: string | null = null;
  #root: HTMLElement | null = null;
  #touched = 0;

  constructor(bridge: Bridge<TableState, TableRequest>, recall: (story: Story) => void) {
    this.bridge = bridge;
    this.#recall = recall;
  }

  /** Greet Python and watch the connection; return a function that ends this. */
  open(root: HTMLElement) {
    const { bridge } = this;
    this.#root = root;
    const beat = () => {
      if (!document.hidden && Date.now() - this.#touched < ATTENTION) bridge.ping();
    };
    const touch = () => {
      const back = Date.now() - this.#touched >= ATTENTION;
      this.#touched = Date.now();
      if (back) beat();
    };
    bridge.hear((message) => this.#take(message));
    bridge.tell("hello", { tokens: __SHARED__ ? [] : gameTokens.all() });
    touch();
    const timer = setInterval(beat, PING_INTERVAL);
    TOUCHES.forEach((name) => root.addEventListener(name, touch));
    document.addEventListener("visibilitychange", beat);
    return () => {
      clearInterval(timer);
      if (__SHARED__) this.reactions.close();
      TOUCHES.forEach((name) => root.removeEventListener(name, touch));
      document.removeEventListener("visibilitychange", beat);
    };
  }

  /** True in a notebook cell, which can run again; other pages must be reloaded. This becomes known late, because hosts attach the element afterward. */
  get cell() {
    return this.#root?.closest(".jp-NotebookPanel, [data-vscode-context]") != null || "google" in window;
  }

  #take(message: Message) {
    if (message.kind === "story") this.#recall(message);
    else if (__SHARED__ && message.kind === "reaction") this.reactions.show(message.seat, message.reaction);
    else if (!__SHARED__ && message.kind === "file") download(message, this.#root);
    else if (!__SHARED__ && message.kind === "welcome") {
      this.offers = message.offers;
      this.stored = message.token !== null;
      this.#token = message.token;
      if (message.token !== null) gameTokens.add(message.token);
    }
  }

  /** Remember this game, which is over, for the history. */
  finish() {
    if (!__SHARED__ && this.#token !== null) finishedTokens.add(this.#token);
  }

  /** Settle on this game: withdraw the offers of others. */
  settle() {
    this.offers = [];
  }

  resume(token: string) {
    if (!this.bridge.lost) this.bridge.request("resume", { token });
  }

  forget(token: string) {
    if (__SHARED__ || this.bridge.lost) return;
    gameTokens.remove(token);
    this.bridge.tell("forget", { token, tokens: gameTokens.all() });
    this.offers = this.offers.filter((offer) => offer.token !== token);
  }
}
