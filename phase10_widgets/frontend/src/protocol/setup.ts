// Generated from phase10_widgets/views/protocol/setup.py by `python -m devtools.generate.protocol`: change it there.

import type { Answered, ForgetRequest, LoadRequest, Ping, Pong, Reject, ResumeRequest, SavedFile, Welcome } from "./messages";
import type { ChallengeOffer, DealOffer } from "./deal";

export interface Options {
  [k: string]: unknown;
}

export type OptionValue = string | number | boolean;

/**
 * The reason that an option is unavailable.
 */
export interface OptionBar {
  /**
   * The option that bars it unless at its default; null if it is always barred.
   */
  by: string | null;
  why: string;
}

/**
 * An option of a game.
 */
export interface OptionSpec {
  name: string;
  rule: string;
  /**
   * The heading of its group of options.
   */
  heading: string;
  text: string;
  /**
   * The allowed values, the default first; empty if any seat or any phases are allowed.
   */
  values: OptionValue[];
  /**
   * The meaning of each value that needs an explanation.
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
   * The phase in notation.
   */
  text: string;
  /**
   * The phase in the screen's language.
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
   * The wording in a phase, with "#" for the number of cards.
   */
  text: string;
}

/**
 * An edition with all its options.
 */
export interface EditionSpec {
  id: string;
  name: string;
  line: string;
  /**
   * A picture as a data URL.
   */
  picture: string;
  /**
   * The fewest and the most seats.
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
 * Predefined house rules, set with one press.
 */
export interface Preset {
  id: string;
  name: string;
  /**
   * The usual length of a game at a newcomer's pace.
   */
  minutes: number;
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
   * The default name of the person at the screen.
   */
  you: string;
  notice: string;
  presets: Preset[];
  editions: EditionSpec[];
  players: Computer[];
  /**
   * The default computer player.
   */
  usual: string;
  /**
   * Names for computer players.
   */
  names: string[];
  most: Limits;
  start: Start;
  /**
   * The deal of the browser's date; null until it has named one that has a deal.
   */
  daily: DealOffer | null;
  /**
   * The deal in the page's link.
   */
  challenge: ChallengeOffer | null;
}

/**
 * The synced traits.
 */
export interface SetupState {
  about: SetupAbout;
  view: Answered;
}

/**
 * A group of a typed phase.
 */
export interface PhaseGroup {
  kind: string;
  size: number;
}

/**
 * The phase in a text.
 */
export interface PhaseRead {
  text: string;
  words: string;
  cards: number;
  groups: PhaseGroup[];
  why?: null;
}

/**
 * The error in a text.
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
 * The answer to "load": the house rules in the file.
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
 * Open the screen.
 */
export interface SetupHello {
  v: 1;
  id: string;
  rev: number;
  kind: "hello";
  tokens: string[];
  /**
   * The browser's preferred languages, best first; the first 20 count.
   */
  languages: string[];
  /**
   * The browser's local date, such as "2026-11-23".
   */
  today: string;
  /**
   * The code of a challenge in the page's link.
   */
  challenge: string | null;
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
 * Start the first game, which teaches the rules.
 */
export interface LearnRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "learn";
}

/**
 * Play the deal of this day.
 */
export interface DailyRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "daily";
  day: string;
  /**
   * True for the first attempt on this device.
   */
  first: boolean;
}

/**
 * Play the deal of a friend.
 */
export interface ChallengeRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "challenge";
  code: string;
  /**
   * True for the first attempt on this device.
   */
  first: boolean;
}

/**
 * Parse these texts as phases.
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
 * Return these house rules as a file.
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
  | LearnRequest
  | DailyRequest
  | ChallengeRequest
  | CheckRequest
  | SaveRulesRequest;
