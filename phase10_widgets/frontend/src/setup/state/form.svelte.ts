import { Builder } from "./builder.svelte";
import type { Computer, EditionSpec, OptionSpec, OptionValue, Options, Preset, SeatPlan, SetupAbout, Start } from "../../protocol/setup";
import { text } from "../../strings/setup";

export interface Row extends SeatPlan {
  key: number;
}

/** The reason why the game cannot start yet, and the control that can change it. */
export interface Problem {
  why: string;
  at: string;
}

/** Return a whole number as a number, other text unchanged, and empty text as null. */
export function readSeed(typed: string): number | string | null {
  const word = typed.trim();
  const number = Number(word);
  return word && Number.isSafeInteger(number) && String(number) === word ? number : word || null;
}

/** Compare two values of options; lists are compared by content. */
const same = (one: Options, other: Options) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((name) => String(one[name]) === String(other[name]));

/** About how many minutes a phase takes with a newcomer and two computer players. */
const MINUTES = 3;

/** The state of the form. */
export class Form {
  /** The folded sections that the initial choices fill in. */
  readonly given: { phases: boolean; rules: boolean; deal: boolean };
  readonly builder = new Builder();
  about: SetupAbout = $state.raw()!;
  edition: EditionSpec = $state.raw()!;
  rows: Row[] = $state.raw([]);
  /** The last preset pressed. */
  preset: Preset = $state.raw()!;
  /** True if the custom list is played instead of phases of the edition's list. */
  own: boolean = $state.raw(false);
  /** The numbers ticked in the edition's list. */
  ticked: number[] = $state.raw([]);
  /** Choices by option name; one that this edition lacks or cannot accept waits for an edition that can. */
  picked: Options = $state.raw({});
  seed: string = $state.raw("");
  hints: boolean = $state.raw(true);
  /** The name of these house rules. */
  name: string = $state.raw("");
  /** The latest change at the table, to show and announce. */
  notice: string = $state.raw("");
  problem: Problem | null = $state.raw(null);
  /** The players without a seat because the chosen game has too few. */
  #bench: Row[] = [];
  #keys = 0;

  /** Fill in the screen's initial choices; a newcomer gets the shortest game, unless something else was chosen before. */
  constructor(about: SetupAbout, newcomer = false) {
    const { editions, start } = about;
    this.about = about;
    this.edition = editions.find(({ id }) => id === start.edition) ?? editions[0]!;
    this.rows = start.players.map(({ name, player }) => this.#row(name, player));
    this.#fit();
    this.seed = String(start.seed ?? "");
    this.hints = start.hints;
    this.#apply(start.options);
    if (newcomer && same(start.options, {})) this.choosePreset(this.presets.toSorted((a, b) => a.minutes - b.minutes)[0]!);
    const { phases, ...others } = start.options;
    this.given = { phases: this.changed && phases !== undefined, rules: this.changed && Object.keys(others).length > 0, deal: start.seed !== null };
  }

  /** Keep the choices and take the texts of a catalog in another language. */
  reword(about: SetupAbout) {
    const { you } = this.about;
    this.rows = this.rows.map((row) => (row.name === you ? { ...row, name: about.you } : row));
    this.about = about;
    this.edition = about.editions.find(({ id }) => id === this.edition.id)!;
    this.preset = about.presets.find(({ id }) => id === this.preset.id)!;
  }

  /** The preset without house rules. */
  get #plain(): Preset {
    return this.about.presets.find(({ options }) => same(options, {}))!;
  }

  get numbers(): number[] {
    return this.#all.filter((number) => this.ticked.includes(number));
  }

  get #all(): number[] {
    return this.edition.phases.map(({ number }) => number);
  }

  /** The presets that this edition supports completely. */
  get presets(): Preset[] {
    return this.about.presets.filter(({ options }) => Object.keys(options).every((name) => this.option(name) && this.option(name)!.bar?.by !== null));
  }

  /** True if anything differs from the preset. */
  get changed(): boolean {
    return !same(this.options(), this.preset.options);
  }

  /** About how many minutes the game will take. */
  get minutes(): number {
    const phases = this.own ? this.builder.lines.length : this.numbers.length || this.#all.length;
    return this.changed ? MINUTES * phases : this.preset.minutes;
  }

  get canAdd(): boolean {
    return this.rows.length < this.edition.seats[1];
  }

  /** Return true if this seat may be removed: the game has more than it needs, and another person remains. */
  canRemove({ player }: Row): boolean {
    return this.rows.length > this.edition.seats[0] && (player !== null || this.people > 1);
  }

  get people(): number {
    return this.rows.filter(({ player }) => player === null).length;
  }

  option(name: string): OptionSpec | undefined {
    return this.edition.options.find((option) => option.name === name);
  }

  /** Return the value in force; undefined if any value is possible. */
  value(name: string): unknown {
    const { values = [], bar } = this.option(name) ?? {};
    const picked = this.picked[name];
    return values.length && (bar?.by === null || !values.includes(picked as OptionValue)) ? values[0] : picked;
  }

  /** Return true if a two-valued option has its second value, the one that is not the default. */
  differs(name: string): boolean {
    return name === "phases" ? this.own : this.value(name) !== this.option(name)?.values[0];
  }

  /** Return true if the option is unavailable, by itself or because of another choice. */
  barred(name: string): boolean {
    const bar = this.option(name)?.bar;
    return !!bar && (bar.by === null || this.differs(bar.by));
  }

  pick(name: string, value: unknown) {
    const { [name]: _, ...others } = this.picked;
    const { values, bar } = this.option(name)!;
    const plain = value === undefined || value === null || value === values[0];
    if (!plain && bar?.by) delete others[bar.by];
    this.picked = plain ? others : { ...others, [name]: value };
  }

  chooseEdition(id: string) {
    this.edition = this.about.editions.find((edition) => edition.id === id)!;
    this.#fit();
    if (!this.presets.includes(this.preset)) this.preset = this.#plain;
  }

  /** Set all rules to this preset, even if it was already chosen and then changed. */
  choosePreset(preset: Preset) {
    this.preset = preset;
    this.#take(preset.options);
  }

  /** Name the house rules. */
  call(name: string) {
    this.name = name;
  }

  /** Apply house rules from a file. */
  take({ edition, options, name }: { edition: string; options: Options; name: string }) {
    this.chooseEdition(edition);
    this.#apply(options);
    this.name = name;
  }

  chooseOwn(own: boolean) {
    if (own && !this.builder.lines.length) this.startFromList();
    this.own = own;
  }

  /** Fill the custom list with the phases ticked in the edition's list. */
  startFromList() {
    const { phases } = this.edition;
    this.builder.fill(phases.filter(({ number }) => !this.ticked.length || this.ticked.includes(number)).map(({ text }) => text));
  }

  /** The texts for Python to check; null unless the custom list is played. */
  get question() {
    if (!this.own) return null;
    const { phases, ...options } = this.options();
    return { edition: this.edition.id, options, phases: this.builder.texts };
  }

  tick(number: number, on: boolean) {
    this.ticked = on ? [...this.ticked, number] : this.ticked.filter((each) => each !== number);
  }

  chooseDeal(seed: string) {
    this.seed = seed;
  }

  change(key: number, fields: Partial<SeatPlan>) {
    this.rows = this.rows.map((row) => (row.key === key ? { ...row, ...fields } : row));
  }

  /** Seat a computer player or a person (null). The name follows unless the user typed one. */
  seat(key: number, player: string | null) {
    const { you, names } = this.about;
    const { name } = this.rows.find((row) => row.key === key)!;
    const taken = this.rows.some((row) => row.name === you);
    if (player && [you, ""].includes(name.trim())) this.change(key, { player, name: this.#freeName() });
    else if (!player && names.includes(name)) this.change(key, { player, name: taken ? "" : you });
    else this.change(key, { player });
  }

  /** The common level of all computer players; null if they differ, undefined if there are none. */
  get level(): number | null | undefined {
    const [first, ...others] = this.rows.flatMap(({ player }) => (player ? [this.#levelOf(player)] : []));
    return others.some((level) => level !== first) ? null : first;
  }

  /** Set the level of all computer players. */
  chooseLevel(level: number) {
    const player = this.levels.find((each) => each.level === level)!.id;
    this.rows = this.rows.map((row) => (row.player ? { ...row, player } : row));
  }

  /** The computer players that have a level, weakest first. */
  get levels(): Computer[] {
    return this.about.players.filter(({ level }) => level !== null);
  }

  add() {
    if (!this.canAdd) return;
    this.rows = [...this.rows, this.#computer()];
    this.#bench = [];
    this.notice = text.added(this.nameAt(this.rows.length - 1), this.rows.length);
  }

  remove(key: number) {
    const at = this.rows.findIndex((row) => row.key === key);
    if (at < 0 || !this.canRemove(this.rows[at]!)) return;
    this.notice = text.removed(this.nameAt(at));
    this.#bench = [];
    this.rows = this.rows.filter((row) => row.key !== key);
    this.#moveDealer(at);
  }

  nameAt(seat: number): string {
    const row = this.rows[seat];
    return (row && this.called(row).trim()) || text.fallbackName(seat + 1);
  }

  /** Return the name in a row; nobody is called "You" if there are several people. */
  called({ name, player }: Row): string {
    return player === null && this.people > 1 && name.trim() === this.about.you ? "" : name;
  }

  /** Return the message to Python. */
  start(): Start {
    const players = this.rows.map(({ player }, seat) => ({ name: this.nameAt(seat), player }));
    return { edition: this.edition.id, players, seed: readSeed(this.seed), options: this.options(), hints: this.hints };
  }

  /** Find and note the first problem; return null if the game can start. */
  check(): Problem | null {
    this.problem = null;
    if (!this.people) this.problem = { why: text.nobody, at: '[data-field="player"]' };
    else if (this.own) this.problem = this.#wrongPhase();
    else if (!this.numbers.length) this.problem = { why: text.noPhase, at: "[data-phase]" };
    return this.problem;
  }

  /** Return the options that differ from the edition's defaults. */
  options(): Options {
    const found: Options = {};
    for (const { name, values } of this.edition.options) {
      if (name === "phases") Object.assign(found, this.#phases());
      else if (values.length ? this.differs(name) && !this.barred(name) : this.#seatPicked(name)) found[name] = this.value(name);
    }
    return found;
  }

  #seatPicked(name: string): boolean {
    const seat = this.picked[name];
    return typeof seat === "number" && seat < this.rows.length;
  }

  #phases(): Options {
    if (this.own) return { phases: this.builder.texts };
    const { numbers } = this;
    const half = (rest: number) => String(this.#all.filter((number) => number % 2 === rest)) === String(numbers);
    if (numbers.length === this.#all.length) return {};
    return { phases: half(0) ? "even" : half(1) ? "odd" : numbers };
  }

  #wrongPhase(): Problem | null {
    const { lines, wrong } = this.builder;
    if (!lines.length) return { why: text.noPhase, at: '[data-act="add-phase"]' };
    return wrong < 0 ? null : { why: text.wrongPhase(wrong + 1), at: `[data-line="${wrong}"] input` };
  }

  /** Apply these options; if a preset has exactly these, it counts as pressed. */
  #apply(options: Options) {
    this.preset = this.presets.find((preset) => same(preset.options, options)) ?? this.#plain;
    this.#take(options);
  }

  #take({ phases, ...picked }: Options) {
    this.picked = picked;
    this.own = Array.isArray(phases) && typeof phases[0] === "string";
    if (this.own) this.builder.fill(phases as string[]);
    this.ticked = this.#all.filter((number) => {
      if (phases === "even" || phases === "odd") return number % 2 === (phases === "odd" ? 1 : 0);
      return !Array.isArray(phases) || this.own || phases.includes(number);
    });
  }

  #row(name: string, player: string | null): Row {
    return { key: ++this.#keys, name, player };
  }

  #computer(): Row {
    const like = this.rows.findLast(({ player }) => player)?.player;
    return this.#row(this.#freeName(), like ?? this.about.usual);
  }

  #freeName(): string {
    const taken = [...this.rows, ...this.#bench].map(({ name }) => name.trim());
    return this.about.names.find((each) => !taken.includes(each)) ?? text.fallbackName(this.rows.length + 1);
  }

  #levelOf(player: string): number | null {
    return this.about.players.find(({ id }) => id === player)?.level ?? null;
  }

  /** Fit the players to the game's seats: the last ones sit out, and return when there is room again. */
  #fit() {
    const [fewest, most] = this.edition.seats;
    const all = [...this.rows, ...this.#bench];
    this.rows = all.slice(0, most);
    this.#bench = all.slice(most);
    while (this.rows.length < fewest) this.rows = [...this.rows, this.#computer()];
    const out = this.#bench.map(({ name }, i) => name.trim() || text.fallbackName(most + i + 1));
    this.notice = out.length ? text.trimmed(this.edition.name, most, out) : "";
  }

  /** Keep the same dealer when an earlier seat is removed. */
  #moveDealer(removed: number) {
    const dealer = this.picked.first_dealer;
    if (typeof dealer === "number" && dealer >= removed) this.pick("first_dealer", dealer === removed ? null : dealer - 1);
  }
}
