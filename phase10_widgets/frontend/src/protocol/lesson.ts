// Generated from phase10_widgets/views/protocol/lesson.py by `python -m devtools.generate.protocol`: change it there.

import type { Cell } from "./tournament";
import type { ColorLook, LoadRequest, Ping, SpeakRequest } from "./messages";
import type { OptionValue } from "./setup";

export type LessonKind = "figure" | "question" | "progress" | "code";

export type Role = "truth" | "sample" | "guess" | "other";

export type Tone = "plain" | "strong" | "hint" | "right" | "wrong";

export type Unit = "percent" | "number";

export type Outcome = "not attempted" | "wrong" | "right";

export type CodeHome = "kernel" | "browser" | "cell" | "nowhere";

export type QuestionKind = "chance" | "number" | "choice";

/**
 * The kind of widget.
 */
export interface LessonAbout {
  looks?: {
    [k: string]: ColorLook;
  };
  v: 1;
  language: string;
  notice: string;
  asks?: true;
  widget: LessonKind;
}

/**
 * One of some values.
 */
export interface ListField {
  field: "list";
  name: string;
  label: string;
  /**
   * Each value with its name.
   */
  options: [string, string][];
  value: string;
}

/**
 * A whole number that is chosen with a slider.
 */
export interface RangeField {
  field: "range";
  name: string;
  label: string;
  low: number;
  high: number;
  step: number;
  value: number;
  written: string;
}

/**
 * A whole number that is typed.
 */
export interface NumberField {
  field: "number";
  name: string;
  label: string;
  low: number;
  high: number;
  value: number;
}

/**
 * On or off.
 */
export interface SwitchField {
  field: "switch";
  name: string;
  label: string;
  value: boolean;
}

export type Field = ListField | RangeField | NumberField | SwitchField;

/**
 * A button; pressing it sends do {name, value}.
 */
export interface Deed {
  name: string;
  value: number | string | null;
  text: string;
  main: boolean;
  disabled: boolean;
}

/**
 * Controls and buttons.
 */
export interface Controls {
  kind: "controls";
  fields: Field[];
  deeds: Deed[];
}

/**
 * A sentence.
 */
export interface Said {
  kind: "text";
  tone: Tone;
  text: string;
  key: string;
}

/**
 * A row of cards with its title and a remark.
 */
export interface CardsRow {
  title: string;
  cards: string;
  /**
   * The names of all the cards in one text.
   */
  names: string;
  tone: Tone;
  note: string;
  key: string;
}

/**
 * Rows of cards.
 */
export interface Cards {
  kind: "cards";
  rows: CardsRow[];
}

/**
 * A drawing, described in one sentence, with its numbers as a table.
 */
export interface Drawn {
  title: string;
  label: string;
  head: string[];
  table: string[][];
}

/**
 * The name of the bars of one role.
 */
export interface Series {
  role: Role;
  name: string;
}

/**
 * A value to draw, as it is read, with the ends of its interval where it has one.
 */
export interface Value {
  value: number;
  written: string;
  low?: number;
  high?: number;
}

/**
 * A value for each series; null where there is none.
 */
export interface BarsRow {
  name: string;
  values: (Value | null)[];
  key: string;
}

/**
 * A line across a chart, such as a mean.
 */
export interface Level {
  role: Role;
  name: string;
  value: number;
  written: string;
}

/**
 * A line at a place among columns: 0 is the first column, 2.5 halfway from the third to the fourth.
 */
export interface Mark {
  role: Role;
  name: string;
  at: number;
  written: string;
}

/**
 * Bars: beside each other in rows, or upright in columns (then they are few words and many values).
 */
export interface Bars {
  title: string;
  label: string;
  head: string[];
  table: string[][];
  kind: "bars";
  upright: boolean;
  unit: Unit;
  /**
   * The measure.
   */
  axis: string;
  series: Series[];
  rows: BarsRow[];
  levels: Level[];
  marks: Mark[];
}

/**
 * The x axis: its name, true for a logarithmic scale, and its measure.
 */
export interface XAxis {
  name: string;
  log: boolean;
  unit: Unit;
}

/**
 * The measure on the y axis.
 */
export interface YAxis {
  name: string;
  unit: Unit;
}

/**
 * Points (x, y) that are joined.
 */
export interface Curve {
  role: Role;
  name: string;
  points: [number, number][];
  faint: boolean;
  key: string;
}

/**
 * Lines over numbers of deals, games or cards.
 */
export interface Lines {
  title: string;
  label: string;
  head: string[];
  table: string[][];
  kind: "lines";
  x: XAxis;
  y: YAxis;
  lines: Curve[];
  /**
   * An area that should contain the truth, or the sample's interval: x, low, high.
   */
  band: [number, number, number][];
  levels: Level[];
}

/**
 * Some of the marks.
 */
export interface Crowd {
  name: string;
  size: number;
  written: string;
  /**
   * Drawn paler: no longer counted.
   */
  faint: boolean;
  key: string;
}

/**
 * Many small marks, each for one of a hundred hands or a thousand opponents.
 */
export interface Units {
  title: string;
  label: string;
  head: string[];
  table: string[][];
  kind: "units";
  /**
   * In the order of their symbols: filled circle, ring, filled square, square.
   */
  groups: Crowd[];
  /**
   * The group of each mark, from the first on; groups one after the other when sorted.
   */
  order: number[];
}

/**
 * A case of a tree.
 */
export interface Branch {
  text: string;
  /**
   * At the branch: its chance or the number of ways.
   */
  written: string;
  /**
   * At the leaf: the product along the path.
   */
  product: string;
  /**
   * The codes of a hand of this case, as an example; empty without one.
   */
  cards: string;
  /**
   * The names of these cards in one text.
   */
  names: string;
  open: boolean;
  children: Branch[];
  key: string;
}

/**
 * A tree of cases, each with the chance of its branch.
 */
export interface Tree {
  title: string;
  label: string;
  head: string[];
  table: string[][];
  kind: "tree";
  root: Branch;
}

/**
 * A piece of a formula.
 */
export interface Piece {
  text: string;
  key: string;
}

/**
 * A formula in pieces; lines one below the other.
 */
export interface Formula {
  kind: "formula";
  label: string;
  lines: Piece[][];
}

/**
 * A row of a table.
 */
export interface Row {
  cells: string[];
  tone: Tone;
  key: string;
}

/**
 * A table; its first column names the rows.
 */
export interface Table {
  kind: "table";
  title: string;
  head: string[];
  rows: Row[];
}

/**
 * A rung of a ladder, with a remark.
 */
export interface Rung {
  name: string;
  written: string;
}

/**
 * A climber on a ladder.
 */
export interface Climber {
  name: string;
  role: Role;
  /**
   * The number of rungs climbed; 0 is the ground.
   */
  rung: number;
  written: string;
}

/**
 * A ladder: its rungs and climbers.
 */
export interface Ladder {
  title: string;
  label: string;
  head: string[];
  table: string[][];
  kind: "ladder";
  rungs: Rung[];
  climbers: Climber[];
}

/**
 * The cards that are in no group, by their places.
 */
export interface SortedHand {
  title: string;
  cards: number[];
}

/**
 * A group to sort cards into, with a verdict and the rule behind it.
 */
export interface SortedGroup {
  title: string;
  cards: number[];
  tone: Tone;
  verdict: string;
  rule: string;
}

/**
 * Cards that are sorted into groups: do {name: "move", value: "card/to"}; -1 is the hand.
 */
export interface Sorter {
  kind: "sorter";
  label: string;
  /**
   * Every card, by its place.
   */
  cards: string[];
  /**
   * The name of each card.
   */
  names: string[];
  hand: SortedHand;
  groups: SortedGroup[];
}

/**
 * A guess to place before the result is shown: do {name: "guess", value}, or do {name: "reveal"} without one.
 */
export interface Guessing {
  kind: "guess";
  prompt: string;
  field: RangeField | ListField;
  /**
   * The button that places the guess.
   */
  place: string;
  /**
   * The button that shows the result without a guess.
   */
  reveal: string;
}

export type Part = Controls | Said | Cards | Bars | Lines | Units | Tree | Formula | Table | Ladder | Sorter | Guessing;

/**
 * The view of a figure.
 */
export interface FigureView {
  v: 1;
  rev: number;
  ack: string | null;
  title: string;
  lead: string;
  asked: {
    [k: string]: OptionValue;
  };
  parts: Part[];
  said: string;
  running: boolean;
}

/**
 * A learner's prediction, made before any result was shown.
 */
export interface Predicted {
  guess: string;
  /**
   * As a number, for drawing, the middle of an interval; null for a choice.
   */
  value: number | null;
  /**
   * The ends of an interval.
   */
  low: number | null;
  high: number | null;
  written: string;
  /**
   * 0 to 1.
   */
  confidence: number;
  sure: string;
  /**
   * Null until the truth is known.
   */
  came_true: boolean | null;
  /**
   * A sentence that tells if it came true.
   */
  said: string;
}

/**
 * An answer to choose.
 */
export interface Choice {
  id: string;
  text: string;
}

/**
 * The trials that were made.
 */
export interface Trials {
  trials: number;
  wanted: number;
  seed: string;
  said: string;
}

/**
 * The right answer.
 */
export interface Truth {
  /**
   * As a number, for drawing; null for a choice.
   */
  value: number | null;
  written: string;
  choice: string;
  fraction: string;
}

/**
 * A prompt to reflect on, the learner's sentence, and a model answer.
 */
export interface Reflection {
  prompt: string;
  own: string;
  model: string;
}

/**
 * A warm-up or a mixed set with several old questions.
 */
export interface Recall {
  /**
   * The place of the question shown, from 0.
   */
  at: number;
  /**
   * The outcome of each question.
   */
  done: Outcome[];
}

/**
 * A question to work on.
 */
export interface QuestionView {
  v: 1;
  rev: number;
  ack: string | null;
  id: string;
  title: string;
  kind: QuestionKind;
  prompt: string;
  hands: Part[];
  choices: Choice[];
  rules: string;
  near: string;
  interval: boolean;
  open: boolean;
  tries: number[];
  prediction: Predicted | null;
  sample: Trials | null;
  picture: Part[];
  truth: Truth | null;
  outcome: Outcome;
  outcome_text: string;
  solved: boolean;
  typed: string;
  reading: string;
  feedback: string;
  hints: string[];
  hints_of: number;
  solution: string;
  reflection: Reflection;
  running: boolean;
  recall: Recall | null;
}

/**
 * The progress on one question.
 */
export interface QuestionLine {
  id: string;
  title: string;
  outcome: Outcome;
  outcome_text: string;
  hints: string;
}

/**
 * The progress in one lesson.
 */
export interface LessonLine {
  id: string;
  title: string;
  /**
   * What it builds on.
   */
  after: string;
  /**
   * The name of its notebook, without its ending.
   */
  notebook: string;
  right: number;
  of: number;
  written: string;
  questions: QuestionLine[];
}

/**
 * Where the learner goes on.
 */
export interface NextStep {
  text: string;
  notebook: string;
  /**
   * The anchor of the part on its page; "" for the top.
   */
  anchor: string;
}

/**
 * The learner's calibration.
 */
export interface CalibrationView {
  title: string;
  said: string;
  parts: Part[];
}

/**
 * The view of a learner's progress.
 */
export interface ProgressView {
  v: 1;
  rev: number;
  ack: string | null;
  title: string;
  said: string;
  name: string;
  next: NextStep | null;
  lessons: LessonLine[];
  calibration: CalibrationView;
}

/**
 * A program to choose, where no code can be run: the lines in which it differs from the others.
 */
export interface CodeChoice {
  id: string;
  code: string;
}

/**
 * The view of a code task.
 */
export interface CodeView {
  v: 1;
  rev: number;
  ack: string | null;
  id: string;
  title: string;
  prompt: string;
  name: string;
  trials: number;
  runs: CodeHome;
  worker: string;
  seed: number | string;
  code: string;
  start: string;
  choices: CodeChoice[];
  chosen: string;
  outcome: Outcome;
  outcome_text: string;
  feedback: string;
  printed: string;
  picture: Part[];
  hints: string[];
  hints_of: number;
  solution: string;
  running: boolean;
}

/**
 * The synced traits of any of these widgets.
 */
export interface LessonState {
  about: LessonAbout;
  view: FigureView | QuestionView | ProgressView | CodeView;
  /**
   * The progress to store in the browser, see progress.ts.
   */
  kept?: string;
}

/**
 * The synced traits of a figure.
 */
export interface FigureState {
  about: LessonAbout;
  view: FigureView;
  /**
   * The progress to store in the browser, where the figure changes it.
   */
  kept?: string;
}

/**
 * The synced traits of a question.
 */
export interface QuestionState {
  about: LessonAbout;
  view: QuestionView;
  /**
   * The progress to store in the browser, see progress.ts; empty at first.
   */
  kept: string;
}

/**
 * The synced traits of a code task.
 */
export interface CodeState {
  about: LessonAbout;
  view: CodeView;
  kept: string;
}

/**
 * The synced traits of the progress.
 */
export interface ProgressState {
  about: LessonAbout;
  view: ProgressView;
  kept: string;
}

/**
 * Press a button of a figure or a mixed set.
 */
export interface DoRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "do";
  name: string;
  value?: number | string | null;
}

/**
 * A round that was played.
 */
export interface StoredHand {
  id: string;
  edition: string;
  phase: number;
  dealt: boolean;
  wilds: number;
  points: number;
  waited: number;
  /**
   * Counted from 1 January 1970.
   */
  day: number;
}

/**
 * Send the progress that this browser stores.
 */
export interface KeptRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "hello";
  kept: string | null;
  /**
   * The rounds that were played in this browser.
   */
  hands: StoredHand[];
}

/**
 * Predict, before anything is shown.
 */
export interface PredictRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "predict";
  guess: string;
  /**
   * 0 to 1.
   */
  confidence: number;
}

/**
 * Make trials.
 */
export interface SimulateRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "simulate";
  /**
   * 1, 100 or 10,000.
   */
  n: number;
}

/**
 * Answer the question.
 */
export interface AnswerRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "answer";
  /**
   * At most 200 characters.
   */
  typed: string;
}

/**
 * Keep a sentence.
 */
export interface ReflectRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "reflect";
  sentence: string;
}

/**
 * Show another question of a warm-up or a mixed set.
 */
export interface TurnToRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "turn_to";
  at: number;
}

/**
 * Go on without a prediction, open a hint or the solution, or begin again with other numbers.
 */
export interface StudyRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "skip" | "hint" | "solve" | "renew";
}

/**
 * Run code in a process beside the kernel, where that is allowed.
 */
export interface RunRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "run";
  code: string;
}

/**
 * Report what code did in this browser; see teaching/code_runner.py.
 */
export interface ReportRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "report";
  code: string;
  report: {
    [k: string]: Cell;
  };
}

/**
 * Choose a program, where no code can be run.
 */
export interface ChooseProgramRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "choose_program";
  program: string;
}

/**
 * Name the learner.
 */
export interface NameRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "name";
  name: string;
}

/**
 * Forget a question, a lesson, or (empty) everything.
 */
export interface ResetRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "reset";
  part: string;
}

/**
 * Give the progress as a file.
 */
export interface ExportRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "export";
}

export type QuestionRequest =
  | Ping
  | SpeakRequest
  | KeptRequest
  | PredictRequest
  | SimulateRequest
  | AnswerRequest
  | ReflectRequest
  | StudyRequest
  | TurnToRequest
  | DoRequest;

export type CodeRequest =
  Ping | SpeakRequest | KeptRequest | RunRequest | ReportRequest | ChooseProgramRequest | StudyRequest;

export type ProgressRequest =
  Ping | SpeakRequest | KeptRequest | NameRequest | ResetRequest | ExportRequest | LoadRequest;
