// Generated from phase10_widgets/views/protocol/live.py by `python -m devtools.generate.protocol`: change it there.

import type { About, Message, NamedSeat, View } from "./table";
import type { LiveAsk, LiveFinish, LiveLesson, LivePoolRequest, LivePredict, LiveQuestions, LiveQuestionsRequest, LiveSample, LiveSnapshot, LiveTurn } from "./live_lesson";
import type { OptionSpec, Options, PhaseLine } from "./setup";
import type { Reject } from "./messages";

export type LiveRole = "host" | "guest" | "wall";

export type LivePresence = "person" | "away" | "stand-in" | "computer" | "free";

export type LiveState = "open" | "playing" | "over";

/**
 * Join with the key of a link, or with the code that somebody typed.
 */
export interface LiveJoin {
  /**
   * 128 random bits, from behind the ``#`` of the link.
   */
  key?: string;
  /**
   * Six letters.
   */
  code?: string;
  /**
   * 1 to 20 visible characters.
   */
  name: string;
}

/**
 * Open a game for friends.
 */
export interface LiveOpen {
  name: string;
  language: string;
}

/**
 * Come as the host of a room, to another device: POST live/recover.
 */
export interface LiveRecover {
  /**
   * The recovery code.
   */
  code?: string;
  /**
   * The key behind ``#h=`` in a host's link: it is worth nothing once a page that it has brought said hello.
   */
  link?: string;
}

/**
 * The answer to all of them.
 */
export interface LiveJoined {
  /**
   * 256 random bits: whoever has it is this person. The browser keeps it.
   */
  token: string;
}

/**
 * The answer if that is not possible.
 */
export interface LiveRefused {
  /**
   * For programs: "refused", "unknown", "full", "closed", "wait", or "soon": then the page tries again by itself.
   */
  code: string;
  /**
   * For people: a sentence.
   */
  why: string;
  /**
   * The seconds to wait before another try.
   */
  after?: number;
}

/**
 * Somebody in the room.
 */
export interface LivePerson {
  person: number;
  name: string;
  host: boolean;
  /**
   * True if a page of theirs is connected.
   */
  there: boolean;
  /**
   * The table at which they sit.
   */
  table: number | null;
  /**
   * The place of their raised hand, from 1; 0 if it is down. Only hosts see those of others.
   */
  hand: number;
}

/**
 * A seat at a table.
 */
export interface LiveSeat {
  /**
   * The name of the person or the computer player; empty for a free seat.
   */
  name: string;
  presence: LivePresence;
  person: number | null;
  /**
   * The phase it tries; null before the game, and where it is not chosen yet.
   */
  phase: number | null;
  completed: number[];
}

/**
 * A table as the people in the room see it.
 */
export interface LiveTable {
  table: number;
  state: LiveState;
  /**
   * The only seat that this person may take in the running game; null if they have none.
   */
  own: number | null;
  /**
   * The edition's id.
   */
  edition: string;
  /**
   * The edition's name.
   */
  title: string;
  /**
   * The preset's id.
   */
  preset: string;
  /**
   * The game in a few words: preset, number of house rules, and level of the computer players.
   */
  line: string;
  /**
   * The level of its computer players, 1 to 10.
   */
  level: number;
  /**
   * The house rules that differ from the preset's.
   */
  options: Options;
  /**
   * The most seats that the edition has.
   */
  most: number;
  /**
   * The numbers of the phases to play, in order.
   */
  phases: number[];
  seats: LiveSeat[];
  round: number | null;
  to_act: number | null;
  /**
   * A sentence for the host; empty if nothing needs attention.
   */
  needs: string;
  /**
   * The higher, the sooner the host should look; 0 if nothing needs attention.
   */
  urgency: number;
}

/**
 * An edition or a preset that a host can choose.
 */
export interface LiveChoice {
  id: string;
  name: string;
  line: string;
}

/**
 * The answer to ``hello``.
 */
export interface LiveWelcome {
  kind: "welcome";
  v: 1;
  person: number;
  name: string;
  role: LiveRole;
  language: string;
  /**
   * The code of the room, six letters.
   */
  code: string;
  /**
   * The key for the link that invites others.
   */
  key: string;
  /**
   * The line that every page of ours shows.
   */
  notice: string;
  editions: LiveChoice[];
  presets: LiveChoice[];
}

/**
 * Everything about the room: its people and tables. It replaces the one before.
 */
export interface LiveRoom {
  kind: "room";
  /**
   * Nobody else can join.
   */
  locked: boolean;
  paused: boolean;
  /**
   * All tables play the same cards.
   */
  same: boolean;
  /**
   * The seconds for a turn; 0 for no clock.
   */
  clock: number;
  /**
   * The seconds before a computer player acts.
   */
  pace: number;
  /**
   * Walls show names.
   */
  names: boolean;
  people: LivePerson[];
  tables: LiveTable[];
  /**
   * The table that this page shows.
   */
  table: number | null;
  /**
   * This person's seat there; null for spectators.
   */
  seat: number | null;
}

/**
 * The house rules that a host can choose for a table: the answer to "rules".
 */
export interface LiveRules {
  kind: "rules";
  table: number;
  /**
   * All phases of the edition.
   */
  phases: PhaseLine[];
  options: OptionSpec[];
  /**
   * The value of each option in the preset.
   */
  usual: Options;
}

/**
 * A table's constant content, view or message.
 */
export interface LiveTell {
  kind: "tell";
  table: number;
  about?: About;
  view?: View;
  message?: Message;
}

/**
 * The people at the table that this page shows, and the time left for the turn.
 */
export interface LiveHere {
  kind: "here";
  seats: LivePresence[];
  to_act: NamedSeat | null;
  /**
   * The seconds left; null while no time passes. Never a date: the clocks of phones differ.
   */
  left: number | null;
  /**
   * The seconds for a turn; null without a clock.
   */
  of: number | null;
  paused: boolean;
  watchers: number;
}

/**
 * The ways back for a host on another device; they are shown once.
 */
export interface LiveRecovery {
  kind: "recovery";
  /**
   * Four groups of five letters.
   */
  code: string;
  /**
   * The key of a link, to be used once.
   */
  link: string;
}

/**
 * The service ends the line.
 */
export interface LiveBye {
  kind: "bye";
  /**
   * 4401: unknown token; 4403: removed; 4409: this page is of another version; 4410: the room is closed; 4421:
   * another process serves the room; 4429: newer pages of this person have taken its
   * place, or its messages are none; 1012: the service starts again, or can store nothing.
   */
  code: number;
  why: string;
  /**
   * The seconds after which to come back; null for never.
   */
  after: number | null;
}

export type LiveDown =
  | LiveWelcome
  | LiveRoom
  | LiveRules
  | LiveTell
  | LiveHere
  | LiveRecovery
  | LiveBye
  | LiveLesson
  | LiveQuestions
  | Reject;

/**
 * The first message on a line, within ten seconds.
 */
export interface LiveHello {
  kind: "hello";
  v: 1;
  token: string;
  language: string;
  /**
   * A host's page on the projector.
   */
  wall?: true;
}

/**
 * A sign of life, every four seconds while the page is visible.
 */
export interface LiveBeat {
  kind: "beat";
}

/**
 * A message to the table that this page shows, as in `table`.
 */
export interface LiveSay {
  kind: "say";
  message: Options;
}

/**
 * Take a seat, or change seats.
 */
export interface LiveSit {
  kind: "sit";
  id: string;
  table: number;
  /**
   * A free seat, by default the first.
   */
  seat?: number;
}

/**
 * Leave one's seat, or stop watching.
 */
export interface LiveStand {
  kind: "stand";
  id: string;
}

/**
 * Watch a table.
 */
export interface LiveWatch {
  kind: "watch";
  id: string;
  table: number;
}

/**
 * Play on where a computer player has stood in.
 */
export interface LiveBack {
  kind: "back";
  id: string;
}

/**
 * Raise a hand, so that the host comes, or lower it.
 */
export interface LiveHand {
  kind: "hand";
  id: string;
  up: boolean;
  /**
   * The person whose hand a host lowers.
   */
  person?: number;
}

/**
 * Speak another language from now on.
 */
export interface LiveSpeak {
  kind: "language";
  language: string;
}

/**
 * A host changes a table whose game has not begun.
 */
export interface LivePlan {
  kind: "plan";
  id: string;
  table: number;
  edition: string;
  preset: string;
  seats: number;
  level: number;
  /**
   * House rules beyond the preset; "phases" has numbers of the edition's phases.
   */
  options?: Options;
}

/**
 * A host asks for the house rules that a table could have.
 */
export interface LiveRulesRequest {
  kind: "rules";
  id: string;
  table: number;
}

/**
 * A host starts a table, or all of them; computer players take the free seats.
 */
export interface LiveStart {
  kind: "start";
  id: string;
  table: number | null;
}

/**
 * A host sets the number of tables, 1 to 40; only empty ones go.
 */
export interface LiveTables {
  kind: "tables";
  id: string;
  n: number;
}

/**
 * A host deals the same cards at every table, or other cards, from the next start on.
 */
export interface LiveSame {
  kind: "same";
  id: string;
  on: boolean;
}

/**
 * A host gives every turn 30, 60 or 90 seconds, or with 0 as long as people like.
 */
export interface LiveClock {
  kind: "clock";
  id: string;
  seconds: number;
}

/**
 * A host lets computer players act after 0.4, 0.8 or 2 seconds.
 */
export interface LivePace {
  kind: "pace";
  id: string;
  seconds: number;
}

/**
 * A host lets nobody else in, or lets people in again.
 */
export interface LiveLock {
  kind: "lock";
  id: string;
  on: boolean;
}

/**
 * A host stops all tables, or lets them go on.
 */
export interface LivePause {
  kind: "pause";
  id: string;
  on: boolean;
}

/**
 * A host shows names on walls, or none.
 */
export interface LiveNames {
  kind: "names";
  id: string;
  on: boolean;
}

/**
 * A host seats somebody, also in a running game, or takes them off a table.
 */
export interface LivePlace {
  kind: "place";
  id: string;
  person: number;
  table: number | null;
  /**
   * A free seat, by default the first.
   */
  seat?: number;
}

/**
 * A host gives a person's place to a newcomer: their browser has lost the token, and they have joined again.
 */
export interface LiveReseat {
  kind: "reseat";
  id: string;
  person: number;
  newcomer: number;
}

/**
 * A host asks for a new recovery code; an earlier one is worth nothing anymore.
 */
export interface LiveRecoveryAsk {
  kind: "recovery";
  id: string;
}

/**
 * A host ends their other devices.
 */
export interface LiveAlone {
  kind: "alone";
  id: string;
}

/**
 * A host removes somebody; computer players take over, and nobody else gets in until the host unlocks the room.
 */
export interface LiveKick {
  kind: "kick";
  id: string;
  person: number;
  /**
   * Everybody who came after them goes, too.
   */
  later?: true;
}

/**
 * A host closes the room; everything about it is deleted.
 */
export interface LiveEnd {
  kind: "end";
  id: string;
}

export type LiveUp =
  | LiveHello
  | LiveBeat
  | LiveSay
  | LiveSit
  | LiveStand
  | LiveWatch
  | LiveBack
  | LiveHand
  | LiveSpeak
  | LivePlan
  | LiveRulesRequest
  | LiveStart
  | LiveTables
  | LiveSame
  | LiveClock
  | LivePace
  | LiveLock
  | LivePause
  | LiveNames
  | LivePlace
  | LiveReseat
  | LiveRecoveryAsk
  | LiveAlone
  | LiveKick
  | LiveEnd
  | LivePredict
  | LiveSample
  | LiveQuestionsRequest
  | LiveAsk
  | LiveSnapshot
  | LiveTurn
  | LivePoolRequest
  | LiveFinish;
