import type { LiveBye, LiveInvitation, LiveJoined, LivePerson, LiveRefused, LiveState, LiveTable } from "../protocol/rooms";
import { LANGUAGES, language, preferred, remember, reword, speak, studyAt, wanted, type Language } from "../strings/language.svelte";
import { readPreference } from "../shared/preferences";
import * as tableEn from "../strings/table.en";
import { text } from "../strings/rooms";
import type { ScreenMessage } from "../connection/connection.svelte";
import { ELSEWHERE, RoomConnection, type RoomConnectionOptions } from "./room-connection.svelte";
import { TableModel } from "./table-model";
import { query, Tokens } from "./tokens";

/** The screen that a page shows. */
export type Screen = "join" | "connecting" | "room" | "table" | "lesson" | "wall" | "outdated" | "elsewhere";

export interface VisitOptions {
  /** The path of the server's start page. */
  base: string;
  language?: string;
  /** True if anybody may open a table for friends here. */
  friends?: boolean;
  /** True if there is a start page around this one. */
  home?: boolean;
  connection?: Pick<RoomConnectionOptions, "open" | "now" | "random">;
}

/** A way to join. */
type Way = "join" | "open" | "recover";

/** The maximum random delay before a page reconnects, in seconds, so that a class does not return all at once. */
const SPREAD = 3;

/** The longest name, in characters; each may be two UTF-16 units, which `maxlength` counts. */
export const LONGEST = 20;
/** The characters of a code. */
const CODE = /^[A-Z]{6}$/;

/** Return a typed code in the service's form. */
export const codeOf = (typed: string) => typed.replace(/[\s-]/g, "").toUpperCase();

/** A visit to the shared tables: the person, their connection, and the tables that they see. */
export class Visit {
  readonly tokens = new Tokens();
  readonly base: string;
  readonly friends: boolean;
  readonly home: boolean;
  readonly #options: VisitOptions;
  connection = $state.raw<RoomConnection | null>(null);
  /** The key in the link. */
  key = $state.raw<string | null>(null);
  /** The code in the link, for people without a key. */
  code = "";
  /** The error of the last attempt to join, and its place on the page. */
  problem = $state.raw("");
  place = $state.raw<Way | "name" | "code">("join");
  busy = $state.raw(false);
  /** The reason why the page waits before it tries again automatically. */
  patience = $state.raw("");
  /** Counts the attempts to join, so that earlier ones can be ignored. */
  #tries = 0;
  /** The tables that have sent a view, by number. */
  models = $state.raw<ReadonlyMap<number, TableModel>>(new Map());
  /** True while a person at a table looks at the room. */
  aside = $state.raw(false);
  /** True while friends look at everything about their room. */
  office = $state.raw(false);
  /** True if the page's link opens a table for friends. */
  friendly = $state.raw(false);
  /** The name of the person whose link this is, if the service has told it. */
  inviter = $state.raw("");
  /** True until a newcomer among friends has taken a seat. */
  #seatless = false;
  /** True while a host looks at the lesson's controls. */
  teaching = $state.raw(false);
  /** The moment of a question at which the person returned to their table. */
  #left = $state.raw("");
  wall = false;
  #token = "";
  #greeted = false;
  /** True while a host's link is exchanged for a token. */
  #linked = $state.raw(false);

  constructor(options: VisitOptions) {
    this.#options = options;
    this.base = options.base;
    this.friends = options.friends ?? true;
    this.home = options.home ?? false;
    this.begin();
  }

  /** The page's address without its hash. */
  get address() {
    return `${location.origin}${this.base}live`;
  }
  /** The link that invites others. */
  get link() {
    return `${this.address}#k=${this.connection?.welcome?.key ?? ""}`;
  }
  get room() {
    return this.connection?.room ?? null;
  }
  get me() {
    return this.connection?.welcome ?? null;
  }
  get host() {
    return this.me?.role === "host";
  }
  /** The running or finished table that this page shows. */
  get table(): LiveTable | null {
    const { room } = this;
    return room?.tables.find(({ table, state }) => table === room.table && state !== "open") ?? null;
  }
  get model(): TableModel | null {
    const model = this.table && this.models.get(this.table.table);
    return model?.ready ? model : null;
  }

  /** True if this person's hand is up. */
  get handUp() {
    return Boolean(this.room?.people.find(({ person }) => person === this.me?.person)?.hand);
  }
  /** The people whose raised hands a host has not answered, in order. */
  get hands(): LivePerson[] {
    return this.host ? (this.room?.people.filter(({ hand }) => hand) ?? []).toSorted((a, b) => a.hand - b.hand) : [];
  }
  /** True if the host may be elsewhere, so that raising a hand is useful. */
  get mayRaise() {
    const host = this.room?.people.find((one) => one.host);
    return this.me?.role === "guest" && host !== undefined && (host.table === null || host.table !== this.room!.table);
  }
  /** True if this table's game has begun. */
  playing = (number: number) => Boolean(this.room?.tables.some(({ table, state }) => table === number && state !== "open"));

  get poll() {
    return this.connection?.lesson?.poll ?? null;
  }
  get token() {
    return this.#token;
  }
  get #moment() {
    return this.poll ? `${this.poll.number} ${this.poll.phase}` : "";
  }
  /** Return to the table until the question continues. */
  play = () => {
    this.#left = this.#moment;
  };

  get screen(): Screen {
    const { connection } = this;
    if (connection?.bye?.code === 4409) return "outdated";
    if (connection?.bye?.code === ELSEWHERE) return "elsewhere";
    if (!connection && this.#linked) return "connecting";
    if (!connection || connection.bye) return "join";
    if (!this.me || !this.room) return "connecting";
    if (this.poll && !this.host && this.#moment !== this.#left) return "lesson";
    if (this.wall) return "wall";
    if (!this.table || this.aside) return "room";
    return this.model ? "table" : "connecting";
  }

  /** Start from the link. */
  begin() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const mine = hash.get("h");
    this.key = hash.get("k");
    this.code = codeOf(hash.get("c") ?? "").slice(0, 6);
    this.wall = hash.has("wall");
    this.friendly = hash.has("friends");
    this.inviter = "";
    this.problem = this.patience = "";
    this.#tries++;
    this.busy = false;
    const kept = mine ? this.tokens.find(mine) : this.key || this.code ? this.tokens.find(this.key ?? this.code) : this.wall ? this.tokens.newest() : null;
    this.#linked = Boolean(mine && !kept);
    if (kept) {
      this.connect(kept.token);
      if (mine) this.#forgetLink();
      return;
    }
    this.leave();
    if (mine) void this.#enter("recover", { link: mine }, null);
    else if (this.wall) this.problem = text.noWall;
    else if (this.key) void this.#meet(this.key);
  }

  /** Find out who invites. An invitation without a name is still an invitation, and joining says what is wrong with it. */
  async #meet(key: string) {
    try {
      const { host } = await this.#post<Partial<LiveInvitation>>("invitation", { key });
      if (key === this.key) this.inviter = host ?? "";
    } catch {
      // The page works without the name.
    }
  }

  /** Remove a host's link from the address. */
  #forgetLink() {
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** Switch to the language of this browser's person. */
  async greet() {
    await this.speak(this.#first());
    this.#greeted = true;
  }

  /** Return the language of this browser's person, whose words may not be loaded yet. */
  #first(): Language {
    const names = LANGUAGES.map(([name]) => name);
    wanted(); // stores the one in the link
    const given = names.find((name) => name === this.#options.language);
    return readPreference("language", names) ?? given ?? preferred();
  }

  /** Switch to another language, here and in the service. */
  async speak(wanted: Language) {
    try {
      if (wanted !== "en") await studyAt(`${this.base}live/${wanted}.js`);
    } catch {
      // Without the catalog, the words stay in English.
    }
    speak(wanted);
    this.#adapt();
    document.documentElement.lang = wanted;
    document.title = `${text.title} · Phase 10`;
    this.connection?.send({ kind: "language", language: wanted });
  }

  async choose(wanted: Language) {
    remember(wanted);
    await this.speak(wanted);
  }

  /** A shared table has its own words for some things. */
  #adapt() {
    const { leave, leaveWarning, leaveConfirm, lost } = text.atTheTable;
    reword("table", tableEn, (words) => ({
      menu: { ...words.menu, leave, leaveConfirm, leaveWarning: { kept: leaveWarning, lost: leaveWarning } },
      lost: { ...words.lost, title: lost },
    }));
  }

  join(name: string, code: string | null) {
    return this.#enter("join", { name, ...(this.key ? { key: this.key } : { code: code! }) }, this.key ?? code!);
  }

  open(name: string) {
    return this.#enter("open", { name, language: language(), ...(this.friendly && { friends: true }) }, null);
  }

  /** Take a seat at once among friends, if there is one. */
  settle() {
    const table = this.room!.tables[0]!;
    const seatless = this.#seatless && this.room!.friends && this.room!.seat === null;
    this.#seatless = false;
    if (seatless && table.seats.some(({ presence }) => presence === "free" || presence === "computer")) this.connection?.ask("sit", { table: table.table });
  }

  /** Come back as a host, with the recovery code. */
  recover(code: string) {
    return this.#enter("recover", { code }, null);
  }

  /** Return the error in a name or a code; empty if there is none. */
  check(name: string, code: string | null): "" | "name" | "code" {
    const wrong = !name ? text.noName : [...name.normalize("NFC")].length > LONGEST ? text.longName : code !== null && !CODE.test(code) ? text.wrongCode : "";
    this.calm();
    this.problem = wrong;
    if (!wrong) return "";
    this.place = wrong === text.wrongCode ? "code" : "name";
    return this.place;
  }

  /** Clear the message about the last attempt, and stop waiting. */
  calm = () => {
    this.problem = "";
    if (!this.patience) return;
    this.#tries++;
    this.busy = false;
    this.patience = "";
  };

  /** Join; if the service asks to wait, try again automatically. */
  async #enter(way: Way, body: Record<string, string | boolean>, room: string | null) {
    if (this.busy) return;
    const mine = ++this.#tries;
    this.busy = true;
    this.problem = "";
    this.place = way;
    try {
      let found = await this.#post(way, body);
      while (mine === this.#tries && !("token" in found) && found.code === "soon") {
        this.patience = found.why;
        const seconds = (found.after ?? 1) + SPREAD * (this.#options.connection?.random ?? Math.random)();
        await new Promise((done) => setTimeout(done, seconds * 1000));
        if (mine === this.#tries) found = await this.#post(way, body);
      }
      if (mine !== this.#tries) return;
      this.#linked = false;
      if (body.link) this.#forgetLink();
      if ("token" in found) {
        const { name = "", code, link } = body as Record<string, string>;
        this.#seatless = way !== "recover";
        if (name) this.tokens.name = name;
        this.tokens.keep(room ?? found.token, { token: found.token, name, ...(room && code && { code }), ...(link && { link }) });
        this.connect(found.token);
      } else {
        this.problem = found.why;
        // A code is another way to join.
        if (this.key && found.code === "unknown") this.key = null;
      }
    } catch {
      if (mine !== this.#tries) return;
      // A link stays in the address: the page can be loaded again.
      this.#linked = false;
      this.problem = text.noAnswer;
    }
    this.patience = "";
    this.busy = false;
  }

  async #post<Answer = LiveJoined | LiveRefused>(way: Way | "invitation", body: Record<string, string | boolean>) {
    const answer = await fetch(`${this.base}live/${way}${way === "open" ? "" : query(String(body.key ?? body.code ?? body.link))}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return (await answer.json()) as Answer;
  }

  /** Become the person that this token stands for. */
  connect(token: string) {
    this.leave();
    this.#token = token;
    const url = `${this.address.replace(/^http/, "ws")}/line${query(token)}`;
    const connection = new RoomConnection({ url, token, language: () => (this.#greeted ? language() : this.#first()), wall: this.wall, ...this.#options.connection });
    connection.hear((tell) => {
      const model = this.models.get(tell.table) ?? new TableModel(connection, (message) => this.#own(message));
      model.take(tell);
      // A new map: the model has become ready.
      this.models = new Map(this.models).set(tell.table, model);
    });
    this.connection = connection;
  }

  /** Continue on this page, which replaces the person's oldest one. */
  takeBack = () => this.connect(this.#token);

  /** Record the person that the service has named. */
  arrive() {
    const { me } = this;
    if (!me) return;
    // The words may have been loaded after the greeting.
    if (me.language !== language()) this.connection?.send({ kind: "language", language: language() });
    if (this.wall) return;
    this.tokens.keep(me.key, { token: this.#token, name: me.name, code: me.code });
    this.key = me.key;
    // The address is the invitation, and a reload returns here.
    history.replaceState(history.state, "", `#k=${me.key}`);
  }

  /** Leave the room, after the service has ended the connection for good. */
  part({ code, why }: LiveBye) {
    this.models = new Map();
    if (code === 4409 || code === ELSEWHERE) return;
    this.tokens.forget(this.#token);
    if (code === 4410) this.key = null;
    this.problem = why || text.ended;
  }

  /** Switch to the table that this page shows now, when it changes, begins or ends. */
  turn(table: number | null, state: LiveState | null) {
    // A person who looks at the room when the game ends stays there.
    if (state !== "over") this.aside = false;
    this.models = new Map([...this.models].filter(([number]) => number === table && state !== "open"));
  }

  leave() {
    this.office = false;
    this.connection?.close();
    this.connection = null;
    this.models = new Map();
    this.aside = false;
  }

  /** The language belongs to the whole page, not only to the table. */
  #own(message: ScreenMessage) {
    if (message.kind === "language") void this.speak(message.language as Language);
    return message.kind === "language";
  }
}
