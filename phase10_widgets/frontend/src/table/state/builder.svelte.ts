import { openParts, preview, toMessage, type DraftGroup } from "./compose";
import type { Held } from "./hand";
import { layDowns } from "./legal";
import type { GroupSpec, Identity, LayDownAction, LayDownGroup } from "../../protocol/table";
import type { Play } from "./play.svelte";
import { words } from "../../shared/cards";

const identityOf = ({ number, start, color, suit }: Identity): Identity => ({ number, start, color, suit });

/** Composes a lay-down: from Python's proposals or card by card. */
export class Builder {
  readonly play: Play;
  groups = $state.raw<DraftGroup[]>([]);
  phase = $state.raw<number | null>(null);
  /** The proposal shown, or null for the player's own arrangement. */
  index = $state.raw<number | null>(null);

  #hand = "";

  proposals = $derived.by(() => layDowns(this.play.view));
  placed = $derived.by(() => new Map(this.groups.flatMap((group, i) => group.keys.map((key) => [key, i] as const))));
  free = $derived.by(() => this.play.chosen.filter(({ key }) => !this.placed.has(key)));
  previews = $derived.by(() => this.groups.map((group) => preview(group, this.#held(group), this.play.about.numbers)));
  openParts = $derived.by(() => this.groups.map((group) => openParts(group.spec, this.#held(group), this.play.flip)));

  /** True if every group has cards: Python decides whether they make the phase. */
  get ready(): boolean {
    return this.groups.length > 0 && this.groups.every(({ keys }) => keys.length > 0);
  }

  /** True if every group has as many cards as it needs. */
  get filled(): boolean {
    return this.groups.length > 0 && this.groups.every(({ keys, spec }) => keys.length >= spec.size);
  }

  constructor(play: Play) {
    this.play = play;
  }

  /** The phases that may be laid down: one, or every open one with pick-a-phase. */
  get phases(): number[] {
    const me = this.play.me;
    if (me?.phase != null) return [me.phase];
    return this.play.about.phases.map(({ number }) => number).filter((number) => !me?.completed.includes(number));
  }

  /** Start from the proposal that uses most of the selected cards, and lays down the phase on the phase card. */
  open() {
    this.#hand = this.play.seen?.hand ?? "";
    const wanted = this.play.chosen.map(({ active }) => active);
    const phase = this.play.view.progress?.phase;
    const score = (action: LayDownAction) => {
      const cards = action.groups.flatMap((group) => words(group.cards));
      return 2 * wanted.filter((word) => cards.includes(word)).length + Number(action.phase === phase);
    };
    const scores = this.proposals.map(score);
    if (scores.length) this.load(scores.indexOf(Math.max(...scores)));
    else this.choosePhase(this.phases[0] ?? null);
  }

  /** Start again because the hand changed under the open panel (an undo). */
  refresh() {
    if (this.#hand !== (this.play.seen?.hand ?? "")) this.open();
  }

  /** Discard the draft and everything known about the hand. */
  forget() {
    this.#hand = "";
    this.index = this.phase = null;
    this.groups = [];
  }

  load(index: number) {
    const action = this.proposals[index];
    if (!action) return;
    this.propose(action);
    this.index = index;
  }

  /** Arrange the cards as this action does. */
  propose(action: LayDownAction) {
    this.#hand = this.play.seen?.hand ?? "";
    this.index = null;
    this.phase = action.phase ?? this.play.me?.phase ?? null;
    const specs = this.#specs();
    const left = [...this.play.drawn];
    this.groups = action.groups.map((group, i) => this.#drafted(group, specs[i], left));
    this.play.unselect();
  }

  #drafted(group: LayDownGroup, spec: GroupSpec | undefined, left: Held[]): DraftGroup {
    const keys = words(group.cards).flatMap((word) => {
      const at = left.findIndex((card) => card.active === word || card.word === word);
      return at < 0 ? [] : [left.splice(at, 1)[0]!.key];
    });
    const kind = group.kind ?? spec?.kind ?? "set";
    return { spec: spec ?? { kind, fields: [], size: keys.length, text: kind, another: false }, keys, identity: identityOf(group) };
  }

  next() {
    const n = this.proposals.length;
    if (n) this.load(this.index === null ? 0 : (this.index + 1) % n);
  }

  choosePhase(phase: number | null) {
    const proposal = this.proposals.findIndex((action) => action.phase === phase && phase !== null);
    if (proposal >= 0) return this.load(proposal);
    this.phase = phase;
    this.clear();
  }

  clear() {
    this.index = null;
    this.groups = this.#specs().map((spec) => ({ spec, keys: [], identity: {} }));
  }

  add(at: number) {
    const keys = this.free.map(({ key }) => key);
    if (!keys.length) return;
    this.#change(at, (group) => ({ ...group, keys: [...group.keys, ...keys] }));
    this.play.unselect();
  }

  takeBack(key: string) {
    const at = this.placed.get(key);
    if (at !== undefined) this.#change(at, (group) => ({ ...group, keys: group.keys.filter((other) => other !== key) }));
  }

  declare(at: number, identity: Identity) {
    this.#change(at, (group) => ({ ...group, identity: { ...group.identity, ...identity } }));
  }

  shift(at: number, by: number) {
    const start = this.previews[at]?.run?.start;
    if (start !== undefined) this.declare(at, { start: start + by });
  }

  confirm() {
    const { about, flip, me } = this.play;
    const groups = this.groups.map((group) => toMessage(group, this.#held(group), about.numbers, flip));
    const action: LayDownAction = { type: "lay_down", groups };
    if (me?.phase == null && this.phase !== null) action.phase = this.phase;
    const cards = this.groups.flatMap((group) => this.#held(group));
    this.play.act(action, cards);
  }

  #change(at: number, edit: (group: DraftGroup) => DraftGroup) {
    this.index = null;
    this.groups = this.groups.map((group, i) => (i === at ? edit(group) : group));
  }

  #specs(): GroupSpec[] {
    return this.play.about.phases.find(({ number }) => number === this.phase)?.groups ?? [];
  }

  #held(group: DraftGroup): Held[] {
    return group.keys.flatMap((key) => this.play.drawn.find((card) => card.key === key) ?? []);
  }
}
