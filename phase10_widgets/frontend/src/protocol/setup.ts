// Generated from phase10_widgets/views/protocol/setup.py by `python -m devtools.generate.protocol`: change it there.

import type { Answered, ForgetRequest, LoadRequest, Ping, Pong, Reject, ResumeRequest, SavedFile, Welcome } from "./messages";

export interface Options {
  [k: string]: unknown;
}

export type OptionValue = string | number | boolean;

/**
 * Why an option cannot be chosen now.
 */
export interface OptionBar {
  /**
   * The option that bars it while it is not at its default; null bars it always.
   */
  by: string | null;
  why: string;
}

/**
 * Something to agree on.
 */
export interface OptionSpec {
  name: string;
  rule: string;
  /**
   * Under which it stands with others.
   */
  heading: string;
  text: string;
  /**
   * The default first; empty where any seat or any phases may stand.
   */
  values: OptionValue[];
  /**
   * What each value means, where that needs words.
   */
  lines: string[];
  bar: OptionBar | null;
}

/**
 * A phase of an edition.
 */
export interface PhaseLine {
  number: number;
  /**
   * In notation.
   */
  text: string;
  /**
   * The same in the language.
   */
  words: string;
}

/**
 * A kind of group that an edition's cards can make.
 */
export interface KindSpec {
  kind: string;
  name: string;
  /**
   * How a phase names one, with "#" for the number of cards.
   */
  text: string;
}

/**
 * An edition with all that can be chosen of it.
 */
export interface EditionSpec {
  id: string;
  name: string;
  line: string;
  /**
   * The address of a picture, which holds it whole.
   */
  picture: string;
  /**
   * Fewest and most.
   *
   * @minItems 2
   * @maxItems 2
   */
  seats: [number, number];
  phases: PhaseLine[];
  options: OptionSpec[];
  kinds: KindSpec[];
  /**
   * The rule's number and its text.
   */
  notes: [string, string][];
}

/**
 * House rules that one press sets.
 */
export interface Preset {
  id: string;
  name: string;
  line: string;
  options: Options;
}

/**
 * A computer player that can be chosen; each level is one.
 */
export interface Computer {
  id: string;
  level: number | null;
  text: string;
}

/**
 * The occupant of a seat.
 */
export interface SeatPlan {
  name: string;
  /**
   * A computer player; null for a person.
   */
  player: string | null;
}

/**
 * The most phases in a list, cards in a group, characters in a name.
 */
export interface Limits {
  phases: number;
  size: number;
  name: number;
}

/**
 * The settings of a game: those the screen opens with, and those it sends.
 */
export interface Start {
  edition: string;
  players: SeatPlan[];
  seed: number | string | null;
  options: Options;
  /**
   * True if the coach may be asked.
   */
  hints: boolean;
}

/**
 * The content of the setup screen in one language.
 */
export interface SetupAbout {
  v: 1;
  language: string;
  /**
   * The name of somebody who is spoken to.
   */
  you: string;
  notice: string;
  presets: Preset[];
  editions: EditionSpec[];
  players: Computer[];
  /**
   * The computer player that is chosen until somebody chooses another.
   */
  usual: string;
  /**
   * Names for computer players.
   */
  names: string[];
  most: Limits;
  start: Start;
}

/**
 * The synced traits.
 */
export interface SetupState {
  about: SetupAbout;
  view: Answered;
}

/**
 * A group of a phase that was typed.
 */
export interface PhaseGroup {
  kind: string;
  size: number;
}

/**
 * The phase that a text names.
 */
export interface PhaseRead {
  text: string;
  words: string;
  cards: number;
  groups: PhaseGroup[];
  why?: null;
}

/**
 * What is wrong with a text.
 */
export interface PhaseUnread {
  why: string;
}

export type PhaseAnswer = PhaseRead | PhaseUnread;

/**
 * The answer to "check".
 */
export interface Checked {
  kind: "checked";
  id: string;
  phases: [string, PhaseAnswer][];
}

/**
 * The answer to "load": the house rules that the file held.
 */
export interface Rules {
  kind: "rules";
  id: string;
  name: string;
  edition: string;
  options: Options;
}

export type SetupMessage = Reject | Welcome | SavedFile | Pong | Checked | Rules;

/**
 * Somebody opens the screen.
 */
export interface SetupHello {
  v: 1;
  id: string;
  rev: number;
  kind: "hello";
  tokens: string[];
  /**
   * Those that the browser likes, best first; at most 20 are looked at.
   */
  languages: string[];
}

/**
 * Speak another language.
 */
export interface SetupLanguage {
  v: 1;
  id: string;
  rev: number;
  kind: "language";
  language: string;
  tokens: string[];
}

/**
 * Start this game.
 */
export interface StartRequest {
  v: 1;
  id: string;
  rev: number;
  edition: string;
  players: SeatPlan[];
  seed: number | string | null;
  options: Options;
  hints: boolean;
  kind: "start";
}

/**
 * Read these texts as phases.
 */
export interface CheckRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "check";
  edition: string;
  options: Options;
  phases: string[];
}

/**
 * Give these house rules as a file.
 */
export interface SaveRulesRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "save";
  edition: string;
  options: Options;
  name: string;
}

export type SetupRequest =
  | Ping
  | LoadRequest
  | ResumeRequest
  | ForgetRequest
  | SetupHello
  | SetupLanguage
  | StartRequest
  | CheckRequest
  | SaveRulesRequest;
