import type { DealOver } from "../../protocol/deal";
import type { Over, View } from "../../protocol/table";
import { begin, finish, streak, type Outcome } from "../../deal/attempts";
import { forget } from "../../deal/device";
import { picture } from "../../deal/picture";
import { pageLink, share, shareText, type PlayedDeal } from "../../deal/share";
import { offer } from "../../shared/download";
import { text } from "../../strings/deal";
import { seatColor } from "../board/portraits";
import type { Play } from "./play.svelte";

/** A shared deal: its first attempt on this device, and the text to share. */
export class SharedDeal {
  readonly #play: Play;
  #finished = false;
  /** The streak in days, including this one. */
  streak = $state.raw(0);
  /** The result of sharing the text, as a sentence. */
  message = $state.raw("");
  /** The text if the person has to copy it. */
  shown = $state.raw("");

  constructor(play: Play) {
    this.#play = play;
  }

  get terms() {
    return this.#play.about.deal ?? null;
  }
  /** True while no file of this game may be saved. */
  get sealed() {
    return this.terms !== null && !this.#play.view.over;
  }
  /** True if the finished game can be passed on to others: its result, or its cards. */
  get sharable() {
    const { over } = this.#play.view;
    return !__SHARED__ && Boolean(over?.deal || (over?.challenge && pageLink()));
  }

  /** Record that the person acts. */
  act() {
    if (!__SHARED__ && this.terms) void begin(this.terms);
  }

  /** Process a new view. */
  hear({ over }: View) {
    if (__SHARED__) return;
    if (!over) {
      this.#finished = false;
      this.message = this.shown = "";
    } else if (over.deal && !this.#finished) {
      this.#finished = true;
      void this.#note(over.deal);
    }
  }

  async #note(found: DealOver) {
    const { terms } = this;
    if (__SHARED__ || !terms) return;
    await finish(terms, this.#outcome(found));
    if (terms.daily) this.streak = await streak(terms.key);
  }

  /** Forget all results of deals on this device. */
  async forget() {
    if (__SHARED__) return;
    await forget();
    this.streak = 0;
  }

  #outcome({ own, expert, friend, hints, verdict }: DealOver): Outcome {
    return { edition: this.#play.about.edition.name, ...$state.snapshot({ own, expert, friend }), hints, verdict };
  }

  /** Return what to pass on, with this link. */
  #played(deal: DealOver, link = ""): PlayedDeal {
    const { key, daily, first } = this.terms!;
    return { day: daily ? key : "", outcome: this.#outcome(deal), first, streak: this.streak, link };
  }

  /** Return the result as a picture, with the portraits and the colors of the players; null if this browser cannot draw it. */
  #picture(deal: DealOver) {
    const faces = [...this.#play.about.portraits, ...deal.portraits].map(({ path }, seat) => ({ path, color: seatColor(seat) }));
    return picture(this.#played(deal), [faces[this.#play.view.you!]!, ...faces.slice(-deal.portraits.length)]);
  }

  /** Return the text for others. */
  text(over: Over): string {
    if (__SHARED__) return "";
    const { terms } = this;
    const link = pageLink({ challenge: over.challenge, day: terms?.daily ? terms.key : "" });
    if (over.deal && terms) return shareText(this.#played(over.deal, link));
    const { place, score } = over.standings.find(({ seat }) => seat === this.#play.view.you)!;
    return `${text.shareDare(this.#play.about.edition.name, place, over.standings.length, score)}\n${link}`;
  }

  /** Download the result as a picture. */
  async savePicture(deal: DealOver) {
    if (__SHARED__) return;
    const drawn = await this.#picture(deal);
    if (drawn) offer(drawn.name, drawn, this.#play.root);
    this.shown = "";
    this.message = drawn ? text.pictureSaved : text.noPicture;
  }

  async share(over: Over) {
    if (__SHARED__) return;
    const words = this.text(over);
    const done = await share(words, over.deal && this.terms ? await this.#picture(over.deal) : null);
    this.shown = done === "shown" ? words : "";
    this.message = done === "copied" ? text.copied : done === "shared" ? text.shared : text.copyThis;
  }
}
