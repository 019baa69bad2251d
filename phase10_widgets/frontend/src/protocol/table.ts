// What Python and the browser say to each other. Cards are words in rulebook notation, lists of cards one string with spaces.

import type { Language } from "../strings/language.svelte";

/** "set", "run", "color", "flush", "color run", or a kind that only Python knows more of. */
export type GroupKind = string;
export type Step = "choose_phase" | "draw" | "play" | null;
export type Side = "color" | "wild";
export type End = "any" | "low" | "high";

export interface GroupSpec {
  kind: GroupKind;
  /** What such groups are told apart by. */
  fields: (keyof Identity)[];
  size: number;
  text: string;
  another: boolean;
}

export interface PhaseSpec {
  number: number;
  text: string;
  groups: GroupSpec[];
  /** Each kind of group in it once. */
  help: KindHelp[];
}

export interface About {
  v: 1;
  /** "play" sits at the table, "watch" sees what everybody may see, "replay" steps through a game that was played. */
  mode: "play" | "watch" | "replay";
  language: Language;
  /** Whether computer players play. */
  computers: boolean;
  /** What is to be known of who sits at each seat, beside the name: the level of a computer player. */
  seats: string[];
  /** Whether one can leave for a new game, and what becomes of this one. */
  home: "kept" | "lost" | null;
  /** Whether the coach may be asked. */
  hints: boolean;
  /** Of the coach's widget alone: Python wants to know which language the browser likes best. */
  asks?: true;
  /** Of the coach's widget alone. */
  coach?: CoachStart | CoachFound;
  edition: { id: string; name: string };
  options: Record<string, unknown>;
  option_lines: string[];
  phases: PhaseSpec[];
  numbers: number;
  colors: string[];
  suits: string[];
  rules: { rule: string; text: string }[];
  notice: string;
}

/** The coach waits for a file. */
export interface CoachStart {
  title: string;
  lead: string;
  how: string;
}

/** What the coach tells under a replay: luck and skill, and dear decisions with their moments, round by round. */
export interface CoachFound {
  title: string;
  lead: string;
  luck: Fortune;
  rounds: { title: string; rows: { at: number; name: string; text: string }[] }[];
}

/** Luck and skill of a game: a row for each seat, and what that means. */
export interface Fortune {
  title: string;
  head: string[];
  rows: { cells: string[] }[];
  why: string;
  lines: string[];
}

/** What one kind of group asks for, with an example: the help for a phase. */
export interface KindHelp {
  kind: GroupKind;
  rule: string;
  text: string;
  example: string;
}

export interface Identity {
  number?: number | null;
  start?: number | null;
  color?: string | null;
  suit?: string | null;
}

export interface Group extends Identity {
  kind: GroupKind;
  cards: string;
}

export interface SeatView {
  name: string;
  cards: number;
  backs: string;
  phase: number | null;
  completed: number[];
  score: number;
  saved_cards: number;
  saved_this_round: boolean;
  skipped: boolean;
  laid_this_turn: boolean;
  laid: Group[];
}

export interface Observation {
  /** Null for what everybody may know. */
  seat: number | null;
  edition: string;
  options: Record<string, unknown>;
  round: number;
  dealer: number;
  to_act: number | null;
  step: Step;
  side: Side;
  hand: string;
  saved: string;
  draw_pile: { cards: number; back: string | null };
  discard_pile: string;
  seats: SeatView[];
  tie_break: number[] | null;
  quiet_turns: number;
}

export type DrawAction = { type: "draw"; from: "deck" | "discard" | "saved"; card?: string };
export type ChoosePhaseAction = { type: "choose_phase"; phase: number };
export type LayDownGroup = Identity & { cards: string; kind?: GroupKind };
export type LayDownAction = { type: "lay_down"; groups: LayDownGroup[]; phase?: number };
export type HitAction = { type: "hit"; card: string; owner: number; group: number; end: End };
export type DiscardAction = { type: "discard"; card: string; target?: number };
export type SaveAction = { type: "save"; card: string };
export type Action = DrawAction | ChoosePhaseAction | LayDownAction | HitAction | DiscardAction | SaveAction;

export interface TableEvent {
  type: string;
  text: string;
  seat?: number | null;
  from?: string;
  card?: string | null;
  /** flip: the face that others see of a card that was drawn. */
  back?: string | null;
  owner?: number;
  group?: number;
  end?: End;
  side?: Side;
}

export interface SummarySeat {
  seat: number;
  name: string;
  hand: string;
  points: number;
  score: number;
  phase: number | null;
  laid: boolean;
}

export interface Summary {
  round: number;
  out: number | null;
  seats: SummarySeat[];
  text: string;
  /** flip: the side that was scored, where hands name both faces. */
  side?: Side;
  /** The own decisions that cost most, each with its moment in the replay. */
  dear?: { title: string; rows: { at: number; text: string }[] };
}

export interface Standing {
  seat: number;
  name: string;
  place: number;
  completed: number[];
  score: number;
}

export interface Over {
  standings: Standing[];
  winners: number[];
  text: string;
  /** What decided all chance; a secret while the game runs. */
  seed: number | string;
  luck?: Fortune;
}

/** One round that is over. */
export interface RoundScore {
  round: number;
  /** By seat. */
  points: number[];
  /** By seat, after the round. */
  scores: number[];
}

/** A group of the phase as far as the hand makes it: for each place a card of the hand, or null where one is lacking. */
export interface Part extends Identity {
  kind: GroupKind;
  row: (string | null)[];
}

export interface Progress {
  phase: number;
  missing: number;
  text: string;
  parts: Part[];
}

/** Where a replay stands. */
export interface ReplayPlace {
  /** The moment shown, 0 to `last`. */
  at: number;
  last: number;
  /** The first moment of each round. */
  rounds: { round: number; at: number }[];
  /** Through whose eyes; "open" with all hands laid open, null as a spectator. */
  eyes: number | "open" | null;
  /** Only one's own eyes may be taken, for the game still runs. */
  own: boolean;
  /** What the coach says of the decision that is to be taken at this moment. */
  note: string;
  /** A table waits behind it, to which "back" leads. */
  back: boolean;
  /** Only with all hands open: the cards of each seat. */
  hands: string[] | null;
}

export interface View {
  v: 1;
  rev: number;
  ack: string | null;
  /** The seat whose hand is shown; null where there is none, as for spectators. */
  you: number | null;
  curtain: { seat: number; name: string } | null;
  observation: Observation | null;
  legal: Action[];
  more_lay_downs: boolean;
  progress: Progress | null;
  /** The rounds that are over, oldest first. */
  rounds: RoundScore[];
  events: TableEvent[];
  summary: Summary | null;
  over: Over | null;
  undo: boolean;
  thinking: { seat: number; name: string } | null;
  /** Seconds between the steps of computer players; null where each waits for a "step". */
  pace: number | null;
  /** Computer players wait until the game goes on. */
  paused: boolean;
  replay: ReplayPlace | null;
}

export interface TableState {
  about: About;
  view: View;
}

export interface Refusal {
  code: string;
  rule: string | null;
  why: string;
  /** The cards that caused it, in notation. */
  cards?: string;
  /** Of a hint: where to look, "deck", "discard", "saved", "hand" or "phase". */
  hint?: string;
  /** Of a hint: the laid group that is meant ("owner-index"). */
  group?: string;
}

/** The answer to "hint": what the expert would do, and why. */
export type Hint = Refusal & { kind: "hint"; id: string };

/** Without an id it is trouble that no message caused, such as a computer player that failed. */
export type Reject = Refusal & { kind: "reject"; id: string | null };

// Messages to Python all have `kind`, `v: 1`, `id` ("<client>:<n>") and `rev`. Those that act on the view that is shown are refused
// when it is old: action {action}, undo, continue, ready, again {same}, step (a computer player's, where each waits for one).
// Others always count: hello {tokens}, ping, pace {seconds | null}, pause {on}, language {language}, save, load {text},
// resume {token}, forget {token}, leave. When it is one's turn: hint. When the round or the game is over: replay {at}, in it seek {at}, eyes {eyes}, back; save gives the record there.

/** A game that was left unfinished; its token is all that the browser keeps of it. */
export interface Offer {
  token: string;
  /** "Phase 10, round 3, with Ada and Blaise; 20 minutes ago". */
  text: string;
}

/** The answer to "hello" and "forget", and without an id when another game is played here. */
export interface Welcome {
  kind: "welcome";
  id: string | null;
  /** Of the game on this table; null where none is stored. */
  token: string | null;
  offers: Offer[];
}

/** What has happened so far, one list of sentences for each turn, up to and with view `rev`; it replaces what was told before. */
export interface Story {
  kind: "story";
  rev: number;
  lines: string[][];
}

/** The answer to "save": the browser offers it for download. */
export interface SavedFile {
  kind: "file";
  id: string;
  name: string;
  text: string;
}

/** The answer to "ping": Python is there. */
export interface Pong {
  kind: "pong";
  id: string;
}

export type Message = Reject | Hint | Welcome | Story | SavedFile | Pong;
