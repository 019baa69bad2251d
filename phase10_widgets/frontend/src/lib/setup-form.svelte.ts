import type { Catalogue, EditionSpec, OptionSpec, OptionValue, Sitter, Start } from "./setup-protocol";
import { text } from "./strings/setup";

export interface Row extends Sitter {
  key: number;
}

export const PRESETS = ["all", "even", "odd", "five", "choice"] as const;
export type Preset = (typeof PRESETS)[number];

/** Why the game cannot start yet, and which control can change that. */
export interface Problem {
  why: string;
  at: string;
}

/** These two exclude each other (V1, V4). */
const RIVALS: Record<string, string> = { advance: "order", order: "advance" };

/** A whole number as such, any other text as it stands, nothing as null. */
export function readSeed(typed: string): number | string | null {
  const word = typed.trim();
  const number = Number(word);
  return word && Number.isSafeInteger(number) && String(number) === word ? number : word || null;
}

const FILTERS: Record<Exclude<Preset, "choice">, (number: number, index: number) => boolean> = {
  all: () => true,
  even: (number) => number % 2 === 0,
  odd: (number) => number % 2 === 1,
  five: (_, index) => index < 5,
};

/** The phases that a preset stands for, by their numbers. */
export const presetNumbers = (edition: EditionSpec, preset: Exclude<Preset, "choice">) =>
  edition.phases.map(({ number }) => number).filter(FILTERS[preset]);

/** What has been filled in so far. */
export class Form {
  readonly catalogue: Catalogue;
  /** What was filled in at first among the things that are folded away. */
  readonly given: { rules: boolean; deal: boolean };
  edition: EditionSpec = $state.raw()!;
  rows: Row[] = $state.raw([]);
  preset: Preset = $state.raw("all");
  /** The numbers ticked under "my choice". */
  ticked: number[] = $state.raw([]);
  /** Choices by option name; one that an edition lacks, or cannot take, waits for an edition that can. */
  picked: Record<string, unknown> = $state.raw({});
  seed: string = $state.raw("");
  /** What just changed at the table, to be shown and spoken. */
  notice: string = $state.raw("");
  problem: Problem | null = $state.raw(null);
  /** Who sits out because the chosen game has too few seats. */
  #bench: Row[] = [];
  #keys = 0;

  constructor(catalogue: Catalogue) {
    const { editions, start } = catalogue;
    this.catalogue = catalogue;
    this.edition = editions.find(({ id }) => id === start.edition) ?? editions[0]!;
    this.rows = start.players.map(({ name, player }) => this.#row(name, player));
    this.#fit();
    const { phases, ...picked } = start.options;
    const { advance, order, ...folded } = picked;
    this.given = { rules: Object.keys(folded).length > 0, deal: start.seed !== null };
    this.picked = picked;
    this.seed = start.seed === null ? "" : String(start.seed);
    this.#readPhases(phases);
  }

  get numbers(): number[] {
    if (this.preset !== "choice") return presetNumbers(this.edition, this.preset);
    return this.edition.phases.map(({ number }) => number).filter((number) => this.ticked.includes(number));
  }

  /** The presets that give this edition something to play, and not the same as another. */
  get presets(): Preset[] {
    const all = this.edition.phases.length;
    const some = (n: number) => n > 0 && n < all;
    return PRESETS.filter((preset) => preset === "all" || preset === "choice" || some(presetNumbers(this.edition, preset).length));
  }

  /** All phases are played, by a preset or ticked one by one. */
  get whole(): boolean {
    return this.numbers.length === this.edition.phases.length;
  }

  get canAdd(): boolean {
    return this.rows.length < this.edition.seats[1];
  }

  get canRemove(): boolean {
    return this.rows.length > this.edition.seats[0];
  }

  get people(): number {
    return this.rows.filter(({ player }) => player === null).length;
  }

  option(name: string): OptionSpec | undefined {
    return this.edition.options.find((option) => option.name === name);
  }

  /** The value in force; undefined where nothing was chosen and any might be. */
  value(name: string): unknown {
    const values = this.option(name)?.values ?? [];
    const picked = this.picked[name];
    return values.length && !values.includes(picked as OptionValue) ? values[0] : picked;
  }

  /** A two-valued option stands at its second value, the one that is not the rule. */
  changed(name: string): boolean {
    const values = this.option(name)?.values;
    return values !== undefined && this.value(name) !== values[0];
  }

  /** The option's rival is in force, so it cannot be. */
  barred(name: string): boolean {
    const rival = RIVALS[name];
    return rival !== undefined && this.changed(rival);
  }

  pick(name: string, value: unknown) {
    const { [name]: _, ...others } = this.picked;
    if (value === undefined || value === null || value === this.option(name)?.values[0]) {
      this.picked = others;
      return;
    }
    const rival = RIVALS[name];
    if (rival) delete others[rival];
    this.picked = { ...others, [name]: value };
  }

  chooseEdition(id: string) {
    this.edition = this.catalogue.editions.find((edition) => edition.id === id)!;
    this.#fit();
    if (!this.presets.includes(this.preset)) this.preset = "all";
  }

  choosePreset(preset: Preset) {
    if (preset === "choice" && !this.ticked.length) this.ticked = this.numbers;
    this.preset = preset;
  }

  tick(number: number, on: boolean) {
    this.ticked = on ? [...this.ticked, number] : this.ticked.filter((each) => each !== number);
  }

  chooseDeal(seed: string) {
    this.seed = seed;
  }

  change(key: number, fields: Partial<Sitter>) {
    this.rows = this.rows.map((row) => (row.key === key ? { ...row, ...fields } : row));
  }

  add() {
    if (!this.canAdd) return;
    this.rows = [...this.rows, this.#computer()];
    this.#bench = [];
    this.notice = text.added(this.nameAt(this.rows.length - 1), this.rows.length);
  }

  remove(key: number) {
    const at = this.rows.findIndex((row) => row.key === key);
    if (!this.canRemove || at < 0) return;
    this.notice = text.removed(this.nameAt(at));
    this.#bench = [];
    this.rows = this.rows.filter((row) => row.key !== key);
    this.#moveDealer(at);
  }

  nameAt(seat: number): string {
    return this.rows[seat]?.name.trim() || text.fallbackName(seat + 1);
  }

  /** The message to Python. */
  start(): Start {
    const players = this.rows.map(({ player }, seat) => ({ name: this.nameAt(seat), player }));
    return { edition: this.edition.id, players, seed: readSeed(this.seed), options: this.#options() };
  }

  /** Finds what is missing and notes it; null when the game can start. */
  check(): Problem | null {
    this.problem = null;
    if (!this.people) this.problem = { why: text.nobody, at: '[data-field="player"]' };
    else if (!this.numbers.length) this.problem = { why: text.noPhase, at: "[data-phase]" };
    return this.problem;
  }

  #options(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (const { name, values } of this.edition.options) {
      if (name === "phases") Object.assign(found, this.#phases());
      else if (values.length ? this.changed(name) : this.#seatPicked(name)) found[name] = this.value(name);
    }
    return found;
  }

  #seatPicked(name: string): boolean {
    const seat = this.picked[name];
    return typeof seat === "number" && seat < this.rows.length;
  }

  #phases(): { phases?: string | number[] } {
    if (this.preset === "even" || this.preset === "odd") return { phases: this.preset };
    return this.whole ? {} : { phases: this.numbers };
  }

  #readPhases(phases: unknown) {
    if (phases === "even" || phases === "odd") this.preset = phases;
    else if (Array.isArray(phases)) {
      const known = presetNumbers(this.edition, "all");
      this.ticked = known.filter((number) => phases.includes(number));
      const five = String(phases) === String(presetNumbers(this.edition, "five"));
      if (this.ticked.length) this.preset = five ? "five" : "choice";
      if (five) this.ticked = [];
    }
  }

  #row(name: string, player: string | null): Row {
    return { key: ++this.#keys, name, player };
  }

  #computer(): Row {
    const taken = [...this.rows, ...this.#bench].map(({ name }) => name.trim());
    const name = text.names.find((each) => !taken.includes(each)) ?? text.fallbackName(this.rows.length + 1);
    return this.#row(name, this.catalogue.players[0]?.id ?? null);
  }

  /** Seats as many as the game takes: the last ones sit out, and come back when there is room again. */
  #fit() {
    const [fewest, most] = this.edition.seats;
    const all = [...this.rows, ...this.#bench];
    this.rows = all.slice(0, most);
    this.#bench = all.slice(most);
    while (this.rows.length < fewest) this.rows = [...this.rows, this.#computer()];
    const out = this.#bench.map(({ name }, i) => name.trim() || text.fallbackName(most + i + 1));
    this.notice = out.length ? text.trimmed(this.edition.name, most, out) : "";
  }

  /** The dealer keeps dealing when a seat before is removed. */
  #moveDealer(removed: number) {
    const dealer = this.picked.first_dealer;
    if (typeof dealer === "number" && dealer >= removed) this.pick("first_dealer", dealer === removed ? null : dealer - 1);
  }
}
