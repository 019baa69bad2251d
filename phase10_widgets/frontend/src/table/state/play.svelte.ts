import { tick } from "svelte";
import type { Bridge, Call } from "../../shared/adapter.svelte";
import { Builder } from "./builder.svelte";
import { SharedDeal } from "./deal.svelte";
import { spoken, words } from "../../shared/cards";
import { Connection } from "./connection.svelte";
import { holdsFocus } from "../../shared/focus";
import { ownsPage } from "../../shared/host";
import { bundles, held, shifted, sorted, SORTS, type Held, type Sort } from "./hand";
import { readPreference, writePreference } from "../../shared/preferences";
import { canSave, discardsOf, draws, hitsOf, offers, phaseChoices } from "./legal";
import { moves } from "./moves";
import type { Action, DiscardAction, DrawAction, HitAction, LayDownAction, Right, SeatView, Story, TableRequest, TableState, View } from "../../protocol/table";
import { Replay } from "./replay.svelte";
import { Feedback } from "./feedback.svelte";
import { Animations } from "./animations.svelte";
import { extendLog, noteDeeds, noteHits, sceneOf, trimLog, type Deeds, type Hitters, type Log } from "./story";
import { text } from "../../strings/table";
import { prompt } from "./narration";
import { Announcer } from "./announcer.svelte";

/** The panels that lie over the whole game. */
export type Sheet = "help" | "menu" | "scores" | "log" | "rules" | "groups" | "saved" | "welcome";
/** The open panel: a sheet, or a question about the hand, which stays in sight below it. */
export type Panel = Sheet | "lay" | "target" | null;

export interface Hit {
  card: Held;
  action: HitAction;
}

const IDLE = { keys: [], hand: "", group: "" };

/** The browser's state of a table beyond Python's view: selection, sorting, open panels, events so far. */
export class Play {
  readonly bridge: Bridge<TableState, TableRequest>;
  readonly builder: Builder;
  readonly connection: Connection;
  readonly replay!: Replay;
  readonly deal = new SharedDeal(this);
  readonly announcer = new Announcer();
  readonly feedback = new Feedback(() => this.page);
  root: HTMLElement | null = null;

  readonly animations = new Animations(() => this.root);
  sort = $state.raw<Sort>(readPreference("sort", SORTS) ?? "number");
  /** The cards as the player arranged them, by key. */
  order = $state.raw<string[]>([]);
  /** True if a discard needs two presses. */
  confirmDiscard = $state.raw(readPreference("confirm", ["yes"]) === "yes");
  /** The card whose discard has been pressed once. */
  armed = $state.raw<string | null>(null);
  drawn = $state.raw<Held[]>([]);
  selected = $state.raw<string[]>([]);
  cursor = $state.raw<string | null>(null);
  fresh = $state.raw<string | null>(null);
  #panel = $state.raw<Panel>(null);
  story = $state.raw<Log>([]);
  hitBy = $state.raw<Hitters>({});
  deeds = $state.raw<Deeds>({});
  turned = $state.raw(0);
  /** The ends of a group between which the player chooses for the selected card. */
  ends = $state.raw<Hit[]>([]);
  #acting: { keys: string[]; hand: string; group: string } = IDLE;
  #rev = -1;
  #chose = -1;
  #you: number | null = null;
  #recalled = -1;
  #shown: View | null = null;
  #unannounced: string[] = [];

  get panel() {
    return this.#panel;
  }
  set panel(panel: Panel) {
    // Only there can several cards be selected.
    if (this.#panel === "lay" && panel !== "lay") this.unselect();
    this.#panel = panel;
  }
  get about() {
    return this.bridge.state.about;
  }
  /** The displayed view: the newest one, except while the table turns over. */
  get view() {
    return this.animations.past ?? this.bridge.state.view;
  }
  get busy() {
    return this.bridge.busy;
  }
  /** True while Python does not answer: no action is possible. */
  get lost() {
    return this.bridge.lost;
  }
  /** True if someone plays here, as opposed to a spectator or a replay. */
  get playing() {
    return this.about.mode === "play";
  }
  get seen() {
    return this.view.observation;
  }
  get side() {
    return this.seen?.side ?? "color";
  }
  get flip() {
    return this.about.edition.id === "flip" || (this.seen?.hand ?? "").includes("/");
  }
  get me(): SeatView | null {
    return this.view.you === null ? null : (this.seen?.seats[this.view.you] ?? null);
  }
  /** True if the round or the game is over or the screen is being passed: no action is possible. */
  get paused() {
    return Boolean(this.view.summary || this.view.over || this.view.curtain);
  }
  get mine() {
    return this.playing && !this.lost && !this.paused && this.seen !== null && this.seen.to_act === this.view.you;
  }
  get step() {
    return (this.mine ? this.seen!.step : null);
  }
  bundles = $derived.by(() => {
    const cards = sorted(this.drawn, this.sort, this.about.colors, this.about.suits, this.order);
    return this.sort === "use" ? bundles(cards, this.view.progress?.parts ?? []) : [{ part: null, cards }];
  });
  hand = $derived.by(() => this.bundles.flatMap(({ cards }) => cards));
  chosen = $derived.by(() => this.hand.filter(({ key }) => this.selected.includes(key)));
  hits = $derived.by((): Hit[] => (this.step === "play" && this.panel !== "lay" ? this.chosen.flatMap((card) => this.hitsWith(card)) : []));
  /** The cards of the hand that can hit a laid group now. */
  fitting = $derived.by(() => (this.canHit ? this.hand.filter((card) => this.hitsWith(card).length) : []));
  get canHit() {
    return this.step === "play" && this.panel !== "lay" && offers(this.view, "hit");
  }
  get one() {
    return (this.chosen.length === 1 ? this.chosen[0]! : null);
  }
  get discards() {
    return (this.step === "play" && this.one ? discardsOf(this.view, this.one.word, this.side) : []);
  }
  get savable() {
    return this.step === "play" && this.one !== null && canSave(this.view, this.one.word, this.side);
  }
  get saves() {
    return this.about.edition.id === "masters" || offers(this.view, "save") || Boolean(this.seen?.saved);
  }
  /** True if there are computer players, whose pace can be set here. */
  get withComputers() {
    return this.playing && this.about.computers && this.may("pace");
  }
  /** Return true if this page has this right. */
  may(right: Right) {
    return this.about.may?.includes(right) ?? true;
  }
  /** True if computer players advance one step at a time and it is the turn of one of them. */
  get stepping() {
    return this.playing && this.view.pace === null && this.view.thinking !== null && !this.view.paused;
  }
  /** The computer player that is about to act. */
  get thinking() {
    const { thinking, paused, pace } = this.view;
    return paused || pace === null ? null : thinking;
  }
  get undoable() {
    return this.playing && !this.lost && this.view.undo;
  }
  /** True if the player at this screen must choose between phases. */
  get choosing() {
    return !this.paused && phaseChoices(this.view).length > 1;
  }
  /** The only phase to choose, which needs no question. */
  get onlyPhase() {
    return this.mine && !this.busy && !this.animations.past && this.choices.length === 1 ? this.choices[0]! : null;
  }
  get choices() {
    return (this.mine ? phaseChoices(this.view) : []);
  }
  /** The current step in a first game. */
  get guide() {
    return this.mine && !this.busy ? this.view.guide : null;
  }
  /** True if the cards in hand make a phase that may be laid down now. */
  get canLay() {
    return this.step === "play" && this.me?.laid.length === 0 && offers(this.view, "lay_down");
  }
  /** True if the game fills the page. */
  get page() {
    return this.about.home !== null && ownsPage();
  }
  /** The open sheet; nothing under it can be reached. */
  get sheet(): Sheet | null {
    return this.panel === "lay" || this.panel === "target" ? null : this.panel;
  }
  /** True while the game asks something about the hand, above it. */
  get asking() {
    return this.choosing || this.panel === "lay" || this.panel === "target";
  }
  /** True while the rows above the hand are covered. */
  get covered() {
    return this.sheet !== null || this.asking;
  }

  constructor(bridge: Bridge<TableState, TableRequest>) {
    this.bridge = bridge;
    this.builder = new Builder(this);
    this.connection = new Connection(bridge, (story) => this.#recall(story));
    if (!__SHARED__) this.replay = new Replay(this);
  }

  /** The cards of the hand that a refusal concerns: those that it names, or those that were played. */
  blamed = $derived.by((): string[] => {
    const { refusal } = this.bridge;
    if (!refusal) return [];
    const left = words(refusal.cards ?? "");
    if (!left.length) return this.#acting.keys;
    const named = ({ word, active }: Held) => {
      const at = left.findIndex((card) => card === word || card === active);
      return at >= 0 && left.splice(at, 1).length > 0;
    };
    return [...this.chosen, ...this.drawn.filter(({ key }) => !this.selected.includes(key))].filter(named).map(({ key }) => key);
  });

  /** The id of the sentence that explains the refusal, for those cards. */
  readonly refusedId = `p10-${Math.random().toString(36).slice(2)}`;

  /** The laid group ("owner-index") that a refused hit was meant for. */
  get blamedGroup() {
    const { refusal } = this.bridge;
    if (!refusal) return "";
    return refusal.kind === "hint" ? refusal.group : this.#acting.group;
  }

  hitsWith(card: Held): Hit[] {
    return hitsOf(this.view, card.word, this.side).map((action) => ({ card, action }));
  }

  seatName(seat: number): string {
    return this.seen?.seats[seat]?.name ?? String(seat);
  }

  /** Process a new view; the same view twice changes nothing. */
  receive(view: View) {
    if (view.rev === this.#rev) return;
    this.#rev = view.rev;
    if (view.curtain || view.you !== this.#you) this.#leave(view);
    if (view.rev > this.#recalled) this.story = extendLog(this.story, view.events);
    this.hitBy = noteHits(this.hitBy, view);
    this.deeds = noteDeeds(this.deeds, view);
    this.#unannounced.push(...view.events.map((event) => event.text));
    const { animations } = this;
    if (animations.past) return;
    if (!this.#shown || !animations.hold(this.#shown, () => this.bridge.state.view, () => this.#show(this.bridge.state.view))) this.#show(view);
  }

  /** Display this view: called before the page changes. */
  #show(view: View) {
    const was = this.#shown && { view: this.#shown, hand: this.drawn };
    const before = this.animations.boxes();
    const played = this.#acting.keys;
    this.#shown = view;
    if (was?.view.observation && view.observation && was.view.observation.side !== view.observation.side) this.turned++;
    if (!view.replay) this.feedback.hear(view, was?.view ?? null);
    this.#noteHand();
    this.#noteFresh(view);
    this.armed = null;
    this.ends = [];
    // The refusal concerned a table that is gone.
    if (view.summary && !was?.view.summary) this.bridge.dismiss();
    if (this.panel === "target" || (this.panel === "groups" && played.length) || (this.panel === "lay" && !this.canLay)) this.panel = null;
    if (view.over && this.playing) this.#noteFinished();
    this.deal.hear(view);
    this.announcer.hear(this.#unannounced.splice(0), prompt(this));
    if (!__SHARED__) this.replay.arrived();
    void this.animations.change(moves({ view, hand: this.drawn }, was, played), before);
    if (!was && view.guide?.lesson === 1) this.panel = "welcome";
    if (was && !was.view.over) this.animations.stage(sceneOf(view, this.about));
  }

  /** Reset everything for another player at this screen: nothing of the previous player's view remains. */
  #leave({ you, rev }: View) {
    this.#you = you;
    if (rev > this.#recalled) this.story = [];
    this.selected = this.order = [];
    this.drawn = [];
    this.cursor = this.fresh = this.panel = this.#shown = null;
    this.#unannounced = [];
    this.#acting = IDLE;
    this.bridge.dismiss();
    this.builder.forget();
    this.announcer.forget();
  }

  /** Process the events so far. */
  #recall({ rev, lines }: Story) {
    this.#recalled = rev;
    this.story = trimLog(lines);
  }

  /** Remember on this device that a game has been finished, or at least the first one. */
  #noteFinished() {
    if (this.about.practice) return;
    this.connection.finish();
    if (!this.about.guided) writePreference("finished", "yes");
    else if (readPreference("finished", ["yes"]) === null) writePreference("finished", "first");
  }

  #noteFresh(view: View) {
    for (const event of view.events) {
      if (["discarded", "saved", "round_dealt"].includes(event.type)) this.fresh = null;
      if (event.type === "drawn" && event.seat === view.you) this.fresh = this.drawn.at(-1)?.key ?? null;
    }
  }

  #noteHand() {
    const { keys, hand } = this.#acting;
    const now = this.seen?.hand ?? "";
    const gone = hand && hand !== now ? keys : [];
    this.#acting = IDLE;
    this.drawn = held(now, this.side, this.drawn, gone);
    this.selected = this.selected.filter((key) => !gone.includes(key) && this.drawn.some((card) => card.key === key));
    if (this.panel === "lay") this.builder.refresh();
  }

  /** Select this card instead of another, or deselect it; cards for groups accumulate. */
  toggle(card: Held) {
    const others = this.panel === "lay" ? this.selected.filter((key) => key !== card.key) : [];
    const had = this.selected.includes(card.key);
    if (this.panel === "target") this.panel = null;
    this.unselect();
    this.cursor = card.key;
    this.bridge.dismiss();
    this.selected = had ? others : [...others, card.key];
  }

  sortBy(sort: Sort) {
    if (sort === "hand") this.order = this.hand.map(({ key }) => key);
    this.sort = sort;
    writePreference("sort", sort);
    void this.animations.change();
  }

  /** Move a card of the player's hand, which from then on keeps the player's order. */
  shift(key: string, by: number) {
    if (this.sort !== "hand") this.sortBy("hand");
    void this.animations.change();
    this.order = shifted(this.hand.map((card) => card.key), key, by);
  }

  /** Make this card the hand's one tab stop. */
  pointAt(key: string | null) {
    this.cursor = key;
  }

  closePanel() {
    // Closing a header panel returns the focus to its button.
    const opener = this.panel && this.#find(`:not([inert] *)[data-act="${this.panel}"]`);
    const inside = holdsFocus(this.#find(`[data-p10="${this.panel}"]`));
    this.panel = null;
    if (inside) opener?.focus();
  }

  unselect() {
    this.armed = null;
    this.ends = [];
    this.selected = [];
  }

  askBeforeDiscard(ask: boolean) {
    this.confirmDiscard = ask;
    this.armed = null;
    writePreference("confirm", ask ? "yes" : "no");
  }

  act(action: Action, cards: Held[] = []) {
    if (this.busy || this.lost || this.animations.release()) return;
    this.armed = null;
    this.connection.settle();
    this.deal.act();
    const group = action.type === "hit" ? `${action.owner}-${action.group}` : "";
    this.#acting = { keys: cards.map(({ key }) => key), hand: this.seen?.hand ?? "", group };
    this.bridge.request("action", { action });
  }

  request(...request: Call<TableRequest>) {
    if (this.busy || this.lost) return;
    this.animations.release();
    this.#acting = IDLE;
    this.bridge.request(...request);
  }

  /** Send a request about the table, not about the game. */
  configure(...request: Call<TableRequest>) {
    if (!this.lost) this.bridge.tell(...request);
  }

  pause() {
    if (this.withComputers) this.configure("pause", { on: !this.view.paused });
  }

  /** Handle N: the next round, or a computer player's next step. */
  next() {
    if (this.animations.release()) return;
    if (this.view.summary && !this.view.over && this.playing) this.request(this.about.practice ? "back" : "continue");
    else if (this.stepping) this.request("step");
  }

  /** Choose the only phase, if there is one, once for each view, since Python may refuse; again after a silence. */
  chooseOnly(phase: number | null) {
    if (this.lost) this.#chose = -1;
    if (phase === null || this.#chose === this.view.rev) return;
    this.#chose = this.view.rev;
    this.act({ type: "choose_phase", phase });
  }

  canDraw(from: DrawAction["from"]) {
    return this.step === "draw" && draws(this.view, from).length > 0;
  }

  draw(from: "deck" | "discard") {
    if (this.canDraw(from)) this.act({ type: "draw", from });
  }

  drawSaved(card: string) {
    this.act({ type: "draw", from: "saved", card });
  }

  hit({ card, action }: Hit) {
    this.act({ ...action, card: card.word }, [card]);
  }

  discard() {
    const [first, second] = this.discards;
    if (!first || this.busy) return;
    if (this.confirmDiscard && !second && !this.armed) {
      this.armed = this.one!.key;
      this.bridge.dismiss();
      this.announcer.say(text.actDiscardReally(this.cardName(this.one!)));
    } else if (second) {
      this.panel = "target";
      this.focusOn("target");
    } else this.discardAt(first);
  }

  discardAt(action: DiscardAction) {
    const card = this.one;
    if (card) this.act({ ...action, card: card.word }, [card]);
  }

  save() {
    if (this.savable && this.one) this.act({ type: "save", card: this.one.word }, [this.one]);
  }

  toggleLay() {
    if (this.panel === "lay") this.panel = null;
    else if (this.canLay) {
      this.builder.open();
      this.panel = "lay";
      this.focusOn("lay-down-confirm");
    }
  }

  /** Lay down these groups, or Python's first proposal; Undo reverts it. */
  layDown(action?: LayDownAction) {
    if (!this.canLay) return;
    if (action) this.builder.propose(action);
    else this.builder.open();
    this.builder.confirm();
  }

  /** Ask for the end of a group; the action bar shows them. */
  chooseEnd(hits: Hit[]) {
    this.bridge.dismiss();
    this.ends = hits;
    this.focusOn(`hit-${hits[0]!.action.end}`);
  }

  /** Ask the coach; the answer replaces a question about the hand. */
  askHint() {
    if (this.animations.release()) return;
    if (this.asking) this.panel = null;
    this.request("hint");
  }

  toggleSheet(sheet: Sheet) {
    if (this.panel === sheet) this.closePanel();
    else if (!this.view.curtain) this.panel = sheet;
  }

  /** Focus this button once it exists. */
  focusOn(act: string) {
    void tick().then(() => this.#find(`[data-act="${act}"]`)?.focus());
  }

  cardName(card: Held): string {
    return spoken(card.active);
  }

  #find(selector: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(selector) ?? null;
  }
}
