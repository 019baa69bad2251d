import type { Bridge } from "../../shared/adapter.svelte";
import { download } from "../../shared/download";
import type { Offer } from "../../protocol/messages";
import type { Message, Story, TableRequest, TableState } from "../../protocol/table";
import { forget, keep, tokens } from "../../shared/game-tokens";

/** Between two pings, in milliseconds. */
export const BEAT = 2000;
/** How long after somebody touched the table Python is still asked whether it is there, in milliseconds. */
export const ATTENTION = 600_000;

const TOUCHES = ["pointerdown", "pointermove", "keydown", "focusin"];

/** What keeps a table alive beyond the game: whether Python is there, which games may be gone on with, files. */
export class Connection {
  readonly bridge: Bridge<TableState, TableRequest>;
  readonly #recall: (story: Story) => void;
  /** Games that were left unfinished, until one is chosen or this one is played. */
  offers = $state.raw<Offer[]>([]);
  /** This game is stored beside the kernel. */
  stored = $state.raw(false);
  #root: HTMLElement | null = null;
  #touched = 0;

  constructor(bridge: Bridge<TableState, TableRequest>, recall: (story: Story) => void) {
    this.bridge = bridge;
    this.#recall = recall;
  }

  /** Says hello and watches over the line; the function returned ends that. */
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
    bridge.tell("hello", { tokens: tokens() });
    touch();
    const timer = setInterval(beat, BEAT);
    TOUCHES.forEach((name) => root.addEventListener(name, touch));
    document.addEventListener("visibilitychange", beat);
    return () => {
      clearInterval(timer);
      TOUCHES.forEach((name) => root.removeEventListener(name, touch));
      document.removeEventListener("visibilitychange", beat);
    };
  }

  /** A notebook's cell can be run again; any other page must be loaded anew. Known late: hosts attach us after we are made. */
  get cell() {
    return this.#root?.closest(".jp-NotebookPanel, [data-vscode-context]") != null || "google" in window;
  }

  #take(message: Message) {
    if (message.kind === "story") this.#recall(message);
    else if (message.kind === "file") download(message, this.#root);
    else if (message.kind === "welcome") {
      this.offers = message.offers;
      this.stored = message.token !== null;
      if (message.token !== null) keep(message.token);
    }
  }

  /** This game is the one that is played. */
  settle() {
    this.offers = [];
  }

  resume(token: string) {
    if (!this.bridge.lost) this.bridge.ask("resume", { token });
  }

  forget(token: string) {
    if (this.bridge.lost) return;
    forget(token);
    this.bridge.tell("forget", { token, tokens: tokens() });
    this.offers = this.offers.filter((offer) => offer.token !== token);
  }
}
