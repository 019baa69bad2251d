// Generated from phase10_widgets/views/protocol/table.py by `python -m devtools.generate.protocol`: change it there.

import type { ColorLook, ForgetRequest, LoadRequest, Ping, Pong, Reject, ResumeRequest, SavedFile, SpeakRequest, Welcome } from "./messages";
import type { DealOver, DealTerms } from "./deal";
import type { Options } from "./setup";

export type Step = "choose_phase" | "draw" | "play";

export type Side = "color" | "wild";

export type End = "any" | "low" | "high";

export type Pile = "deck" | "discard" | "saved";

export type Mode = "play" | "watch" | "replay";

export type Right = "again" | "load" | "pace" | "save" | "replay";

export type Home = "kept" | "lost";

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export type IdentityField = "number" | "start" | "color" | "suit";

/**
 * A group's declaration, with the fields of its kind.
 */
export interface Identity {
  number?: number | null;
  /**
   * The lowest number of a run.
   */
  start?: number | null;
  color?: string | null;
  suit?: string | null;
}

/**
 * A group on the table.
 */
export interface Group {
  number?: number | null;
  start?: number | null;
  color?: string | null;
  suit?: string | null;
  /**
   * "set", "run", "color", "flush", "color run", or a kind that only Python knows more of.
   */
  kind: string;
  /**
   * A run's from low to high.
   */
  cards: string;
}

/**
 * A group that a phase asks for.
 */
export interface GroupSpec {
  kind: string;
  /**
   * The properties that distinguish such groups.
   */
  fields: IdentityField[];
  size: number;
  text: string;
  /**
   * True if its color or suit must differ from the earlier groups of its kind.
   */
  another: boolean;
}

/**
 * The help for one kind of group, with an example.
 */
export interface KindHelp {
  kind: string;
  rule: string;
  text: string;
  /**
   * Cards.
   */
  example: string;
}

/**
 * A phase of the edition.
 */
export interface PhaseSpec {
  number: number;
  text: string;
  groups: GroupSpec[];
  /**
   * Each kind of group in it once.
   */
  help: KindHelp[];
}

/**
 * The edition's id and its name in the language.
 */
export interface EditionName {
  id: string;
  name: string;
}

/**
 * A rule and its number in the rulebook.
 */
export interface RuleNote {
  rule: string;
  text: string;
}

/**
 * A seat's name, luck, skill and result, as they are read.
 */
export interface LuckRow {
  cells: string[];
}

/**
 * Luck and skill of a game: a row for each seat, and what that means.
 */
export interface LuckTable {
  title: string;
  head: string[];
  rows: LuckRow[];
  unit: string;
  why: string;
  lines: string[];
}

/**
 * The coach waits for a game.
 */
export interface CoachStart {
  title: string;
  lead: string;
  how: string;
  /**
   * A sentence with the percentage of a long review that is done; present while the review goes on.
   */
  progress?: string;
}

/**
 * A finished game in the history.
 */
export interface FinishedView {
  token: string;
  title: string;
  /**
   * The result, and how many decisions got which grade.
   */
  text: string;
  /**
   * True if the game itself is stored and can be opened.
   */
  whole: boolean;
}

/**
 * An area of play in which turns are lost, and the lesson about it.
 */
export interface SpotView {
  title: string;
  text: string;
  lesson: string;
  /**
   * The lesson's file, without its ending.
   */
  notebook: string;
}

/**
 * The first moment of a round.
 */
export interface RoundStart {
  round: number;
  at: number;
}

/**
 * An action in words and cards.
 */
export interface MoveView {
  text: string;
  /**
   * The cards that it plays or takes; empty for a phase, and for a card from the draw pile.
   */
  cards: string;
  /**
   * True for a card from the draw pile.
   */
  blind: boolean;
}

/**
 * A decision and its moment in the replay.
 */
export interface DecisionView {
  at: number;
  /**
   * The player's.
   */
  name: string;
  grade: Grade;
  /**
   * In turns, beyond the best action's; of a good one, the cost that any other would have had.
   */
  cost: number;
  played: MoveView;
  /**
   * The expert's choice; null if it is the same.
   */
  better: MoveView | null;
  /**
   * The reason for the expert's choice.
   */
  why: string;
  /**
   * All of it in one sentence.
   */
  text: string;
}

/**
 * Every seat's win probability over a part of the game.
 */
export interface CurveView {
  title: string;
  /**
   * The curve in words.
   */
  text: string;
  names: string[];
  /**
   * The seat that looks at it.
   */
  own: number | null;
  moments: number[];
  /**
   * The rounds that began at one of the moments.
   */
  rounds: RoundStart[];
  /**
   * For each seat, its win probability at each of the moments, 0 to 100.
   */
  chances: number[][];
}

/**
 * The coach's review of a seat's round or game.
 */
export interface ReviewView {
  title: string;
  /**
   * The costliest decisions.
   */
  rows: DecisionView[];
  praise: DecisionView | null;
  curve: CurveView;
  /**
   * A sentence that names the round in which the coach stopped; present if the review ran out of time.
   */
  cut?: string;
}

/**
 * A round's costliest and best decisions.
 */
export interface CoachRound {
  title: string;
  rows: DecisionView[];
  praise: DecisionView | null;
}

/**
 * The coach's results under a replay: luck and skill, the curve, and decisions by round.
 */
export interface CoachFound {
  title: string;
  lead: string;
  luck: LuckTable;
  curve: CurveView;
  rounds: CoachRound[];
  /**
   * As in a review.
   */
  cut?: string;
}

export type Presence = "" | "away" | "stand-in";

/**
 * The constant content of a game.
 */
export interface About {
  looks?: {
    [k: string]: ColorLook;
  };
  v: 1;
  mode: Mode;
  language: string;
  /**
   * True if computer players take part.
   */
  computers: boolean;
  /**
   * A remark on each seat's player, such as a computer player's level.
   */
  seats: string[];
  /**
   * The fate of this game if it is left for a new one; null if it cannot be left.
   */
  home: Home | null;
  /**
   * True if hints are allowed.
   */
  hints: boolean;
  /**
   * The rights of this page where it lacks some; without the field, it has all of them.
   */
  may?: Right[];
  /**
   * True for a first game that teaches.
   */
  guided: boolean;
  /**
   * True while a moment of another game is tried again.
   */
  practice: boolean;
  /**
   * Present if others play these cards, too.
   */
  deal?: DealTerms;
  /**
   * The height of the table in a notebook, in CSS pixels.
   */
  height: number;
  edition: EditionName;
  /**
   * Only those that differ from the edition's defaults.
   */
  options: Options;
  option_lines: string[];
  phases: PhaseSpec[];
  /**
   * The highest number on a card.
   */
  numbers: number;
  colors: string[];
  suits: string[];
  rules: RuleNote[];
  notice: string;
  /**
   * Of the coach's widget alone: Python wants to know which language the browser likes best.
   */
  asks?: true;
  /**
   * Of the coach's widget alone.
   */
  coach?: CoachStart | CoachFound;
}

/**
 * The public part of a seat.
 */
export interface SeatView {
  name: string;
  /**
   * The number of cards in its hand.
   */
  cards: number;
  /**
   * The inactive faces of its two-sided cards, sorted; empty for one's own seat.
   */
  backs: string;
  /**
   * The phase it tries; null where that is chosen and not chosen yet.
   */
  phase: number | null;
  completed: number[];
  score: number;
  saved_cards: number;
  saved_this_round: boolean;
  skipped: boolean;
  laid_this_turn: boolean;
  laid: Group[];
  /**
   * The phases tried so far, where each can be tried once only.
   */
  used?: number[];
}

/**
 * The draw pile: how many cards, and the inactive face of its top card where cards have two.
 */
export interface PileView {
  cards: number;
  back: string | null;
}

/**
 * Everything that one seat may know.
 */
export interface ObservationView {
  /**
   * Null for what everybody may know.
   */
  seat: number | null;
  edition: string;
  options: Options;
  round: number;
  dealer: number;
  /**
   * Null when the game is over.
   */
  to_act: number | null;
  step: Step | null;
  side: Side;
  /**
   * The newest card last.
   */
  hand: string;
  saved: string;
  draw_pile: PileView;
  /**
   * Top first.
   */
  discard_pile: string;
  seats: SeatView[];
  /**
   * The seats that play in a tie-break round; null in any other.
   */
  tie_break: number[] | null;
  /**
   * Whole turns in a row in which nothing was laid down or hit.
   */
  quiet_turns: number;
}

/**
 * Name the phase to be tried in this round.
 */
export interface ChoosePhaseAction {
  type: "choose_phase";
  phase: number;
}

/**
 * Take a card from a pile.
 */
export interface DrawAction {
  from: Pile;
  type: "draw";
  /**
   * The saved card.
   */
  card?: string;
}

/**
 * A group as it is asked for, with what the cards do not settle.
 */
export interface LayDownGroup {
  number?: number | null;
  start?: number | null;
  color?: string | null;
  suit?: string | null;
  cards: string;
  kind?: string;
}

/**
 * Put the whole phase on the table.
 */
export interface LayDownAction {
  type: "lay_down";
  /**
   * In the phase's order.
   */
  groups: LayDownGroup[];
  /**
   * Present if phases may be laid down in any order.
   */
  phase?: number;
}

/**
 * Add one card to a group on the table.
 */
export interface HitAction {
  type: "hit";
  card: string;
  owner: number;
  group: number;
  end: End;
}

/**
 * End the turn with a card on the discard pile.
 */
export interface DiscardAction {
  type: "discard";
  card: string;
  /**
   * Whose turn a skip takes, where that is chosen.
   */
  target?: number;
}

/**
 * End the turn with a card on one's save pile.
 */
export interface SaveAction {
  type: "save";
  card: string;
}

export type Action = ChoosePhaseAction | DrawAction | LayDownAction | HitAction | DiscardAction | SaveAction;

/**
 * The sentence of an event.
 */
export interface Told {
  text: string;
}

/**
 * A round has begun.
 */
export interface RoundDealtEvent {
  text: string;
  type: "round_dealt";
  round: number;
  dealer: number;
  seats: number[];
  /**
   * The first card face up.
   */
  up: string;
}

/**
 * A seat has named the phase that it tries.
 */
export interface PhaseChosenEvent {
  text: string;
  type: "phase_chosen";
  seat: number;
  phase: number;
}

/**
 * A card went to a hand.
 */
export interface DrawnEvent {
  text: string;
  from: Pile;
  type: "drawn";
  seat: number;
  /**
   * Null where one may not see it.
   */
  card: string | null;
  /**
   * The face that others see in the hand; null for one-sided cards.
   */
  back: string | null;
}

/**
 * A seat has laid down its phase.
 */
export interface PhaseLaidEvent {
  text: string;
  type: "phase_laid";
  seat: number;
  phase: number;
  groups: Group[];
}

/**
 * A card was added to a group.
 */
export interface HitEvent {
  text: string;
  type: "hit";
  seat: number;
  card: string;
  owner: number;
  group: number;
  end: End;
}

/**
 * A card was discarded.
 */
export interface DiscardedEvent {
  text: string;
  type: "discarded";
  seat: number;
  card: string;
  /**
   * Whose turn a skip takes; null when it takes nobody's.
   */
  target: number | null;
}

/**
 * A card was saved.
 */
export interface SavedEvent {
  text: string;
  type: "saved";
  seat: number;
  /**
   * Null where one may not see it.
   */
  card: string | null;
}

/**
 * Every card but those on the table was turned over.
 */
export interface FlippedEvent {
  text: string;
  type: "flipped";
  side: Side;
}

/**
 * A seat lost its turn.
 */
export interface TurnSkippedEvent {
  text: string;
  type: "turn_skipped";
  seat: number;
}

/**
 * The discards became the new draw pile.
 */
export interface ReshuffledEvent {
  text: string;
  type: "reshuffled";
  cards: number;
}

/**
 * A round is over and scored; hands are laid open.
 */
export interface RoundEndedEvent {
  text: string;
  type: "round_ended";
  /**
   * The seat that went out; null if none did.
   */
  seat: number | null;
  reason: string;
  /**
   * By seat.
   */
  hands: string[];
  /**
   * By seat.
   */
  points: number[];
}

/**
 * These seats play the last phase again.
 */
export interface TieBreakEvent {
  text: string;
  type: "tie_break";
  seats: number[];
}

/**
 * The game is over.
 */
export interface GameOverEvent {
  text: string;
  type: "game_over";
  winners: number[];
}

/**
 * Something beside the rules, such as a turn taken back.
 */
export interface NoteEvent {
  text: string;
  type: "note";
}

export type TableEvent =
  | RoundDealtEvent
  | PhaseChosenEvent
  | DrawnEvent
  | PhaseLaidEvent
  | HitEvent
  | DiscardedEvent
  | SavedEvent
  | FlippedEvent
  | TurnSkippedEvent
  | ReshuffledEvent
  | RoundEndedEvent
  | TieBreakEvent
  | GameOverEvent
  | NoteEvent;

/**
 * A seat's row in the scores of a round.
 */
export interface SummarySeat {
  seat: number;
  name: string;
  /**
   * The cards it was left with.
   */
  hand: string;
  points: number;
  /**
   * The sum of the points, equal ones as a product; empty if there is nothing to add.
   */
  terms: string;
  /**
   * After the round.
   */
  score: number;
  /**
   * The phase it tried.
   */
  phase: number | null;
  laid: boolean;
}

/**
 * The card with which a seat went out.
 */
export interface LastCard {
  seat: number;
  /**
   * The face that lay up comes first.
   */
  card: string;
}

/**
 * The end of a round as everybody saw it.
 */
export interface Finish {
  /**
   * The groups on the table, by seat.
   */
  groups: Group[][];
  /**
   * Null if nobody went out, or if the last cards were a whole phase.
   */
  last: LastCard | null;
}

/**
 * The scores of a round that is over.
 */
export interface Summary {
  round: number;
  out: number | null;
  seats: SummarySeat[];
  finish: Finish;
  text: string;
  /**
   * The side that was scored, where hands name both faces.
   */
  side: Side;
  /**
   * Present if hints are allowed.
   */
  review?: ReviewView;
}

/**
 * A seat's final place; equal rows share one.
 */
export interface Standing {
  seat: number;
  name: string;
  place: number;
  completed: number[];
  score: number;
}

/**
 * The end of the game.
 */
export interface Over {
  /**
   * Best first.
   */
  standings: Standing[];
  winners: number[];
  text: string;
  /**
   * One sentence about how the game was won; empty if there is nothing to tell.
   */
  tale: string;
  /**
   * The end of the last round; null if it is not known.
   */
  finish: Finish | null;
  /**
   * The seed; secret while the game is in progress.
   */
  seed: number | string;
  /**
   * Present if hints are allowed.
   */
  luck?: LuckTable;
  /**
   * Present if hints are allowed.
   */
  review?: ReviewView;
  /**
   * The code of these cards for a link; it determines all of them, as the seed does.
   */
  challenge?: string;
  /**
   * Present if others play these cards, too.
   */
  deal?: DealOver;
}

/**
 * A round as a player's own data: what the seat that looks was dealt, and what came of it.
 */
export interface OwnHand {
  /**
   * The same for the same hand in the same round.
   */
  id: string;
  edition: string;
  /**
   * The phase that it tried.
   */
  phase: number;
  /**
   * True if the dealt cards held the phase.
   */
  dealt: boolean;
  /**
   * Among the dealt cards.
   */
  wilds: number;
  /**
   * Left at the end.
   */
  points: number;
  /**
   * The rounds before in which it tried the same phase.
   */
  waited: number;
}

/**
 * One round that is over.
 */
export interface RoundScore {
  round: number;
  /**
   * By seat.
   */
  points: number[];
  /**
   * By seat, after the round.
   */
  scores: number[];
  /**
   * Of the last round, for the seat that looks.
   */
  own?: OwnHand;
}

/**
 * A group of the phase as far as the hand makes it.
 */
export interface ProgressPart {
  number?: number | null;
  start?: number | null;
  color?: string | null;
  suit?: string | null;
  kind: string;
  /**
   * For each place a card of the hand, or null where one is missing.
   */
  row: (string | null)[];
}

/**
 * The distance of the hand from its phase.
 */
export interface Progress {
  phase: number;
  /**
   * The number of missing cards.
   */
  missing: number;
  text: string;
  /**
   * The cards each of which brings the hand nearer, in words; empty if they are too many to name.
   */
  helps: string;
  parts: ProgressPart[];
}

/**
 * The position of a replay.
 */
export interface ReplayPlace {
  /**
   * The moment shown, 0 to `last`.
   */
  at: number;
  last: number;
  rounds: RoundStart[];
  /**
   * Through whose eyes; "open" with all hands laid open, null as a spectator.
   */
  eyes: number | "open" | null;
  /**
   * Only one's own eyes may be taken, for the game still runs.
   */
  own: boolean;
  /**
   * The decision at this moment, if the coach remarks on it.
   */
  decision: DecisionView | null;
  /**
   * True if "try" opens this moment as a game to play on.
   */
  tries: boolean;
  /**
   * A table waits behind it, to which "back" leads.
   */
  back: boolean;
  /**
   * Only with all hands open: the cards of each seat.
   */
  hands: string[] | null;
}

/**
 * A seat with the name that sits there.
 */
export interface NamedSeat {
  seat: number;
  name: string;
}

/**
 * The next step of a first game that teaches; no other action is legal.
 */
export interface Guide {
  /**
   * 1 to `lessons`.
   */
  lesson: number;
  lessons: number;
  text: string;
  /**
   * The card of the hand to play.
   */
  card: string | null;
}

/**
 * The table's view for one seat.
 */
export interface View {
  v: 1;
  rev: number;
  ack: string | null;
  observation: ObservationView | null;
  legal: Action[];
  more_lay_downs: boolean;
  progress: Progress | null;
  thinking: NamedSeat | null;
  pace: number | null;
  paused: boolean;
  you: number | null;
  curtain: NamedSeat | null;
  rounds: RoundScore[];
  events: TableEvent[];
  missed: number[];
  summary: Summary | null;
  over: Over | null;
  undo: boolean;
  graded: DecisionView | null;
  guide: Guide | null;
  replay: ReplayPlace | null;
  /**
   * For each seat of a shared table, whether its person is there; empty texts where nothing is to be said.
   */
  present?: Presence[];
}

/**
 * The synced traits.
 */
export interface TableState {
  about: About;
  view: View;
}

/**
 * The answer to "hint": what the expert would do, and why; shown where refusals are.
 */
export interface Hint {
  code: string;
  rule: string | null;
  why: string;
  kind: "hint";
  id: string;
  /**
   * The cards that are meant; empty for none.
   */
  cards: string;
  /**
   * The action that the expert would choose; the primary button carries it out.
   */
  action: Action;
  /**
   * The place to look at.
   */
  hint: Pile | ("hand" | "phase");
  /**
   * The laid group that is meant, "owner-index"; empty for none.
   */
  group: string;
}

/**
 * The finished games of this browser, newest first, and the player's weak spots.
 */
export interface History {
  kind: "history";
  id: string;
  games: FinishedView[];
  spots: SpotView[];
}

/**
 * The events up to and including view `rev`; it replaces the earlier story.
 */
export interface Story {
  kind: "story";
  rev: number;
  /**
   * A list of sentences for each turn.
   */
  lines: string[][];
}

export type Message = Reject | Hint | History | Welcome | Story | SavedFile | Pong;

/**
 * Somebody opens the table.
 */
export interface HelloRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "hello";
  /**
   * The tokens of the games that this browser stores; Python reads at most 5.
   */
  tokens: string[];
}

/**
 * Act for the seat that is shown.
 */
export interface ActionRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "action";
  action: Action;
}

/**
 * Do something that needs no more words.
 *
 * "undo", "continue" after a round, "ready" behind the curtain, "step" of a computer player, "hint", and "back" from
 * a replay act on the view that is shown, as does "try", which plays on from a moment of a replay until "back"; "save"
 * and "leave" always count.
 */
export interface PlainRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "undo" | "continue" | "ready" | "step" | "hint" | "try" | "back" | "save" | "leave";
}

/**
 * Play another game.
 */
export interface AgainRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "again";
  /**
   * With the same cards.
   */
  same?: boolean;
}

/**
 * Set the pause between the steps of computer players.
 */
export interface PaceRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "pace";
  /**
   * 0 to 5; null has each wait for a "step".
   */
  seconds: number | null;
}

/**
 * Stop the computer players, or let them go on.
 */
export interface PauseRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "pause";
  on: boolean;
}

/**
 * Look again at the game that is over, or at the round.
 */
export interface ReplayRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "replay";
  /**
   * The moment to begin with, through one's own eyes.
   */
  at?: number;
}

/**
 * Review a finished game of the store, or an example.
 */
export interface OpenRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "open";
  /**
   * Null for the example.
   */
  token: string | null;
}

/**
 * Go to a moment of the replay.
 */
export interface SeekRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "seek";
  at: number;
}

/**
 * Look through other eyes.
 */
export interface EyesRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "eyes";
  eyes: number | "open" | null;
}

export type TableRequest =
  | Ping
  | SpeakRequest
  | LoadRequest
  | ResumeRequest
  | ForgetRequest
  | HelloRequest
  | ActionRequest
  | PlainRequest
  | AgainRequest
  | PaceRequest
  | PauseRequest
  | ReplayRequest
  | OpenRequest
  | SeekRequest
  | EyesRequest;
