// What Python and the widgets of the lessons say to each other. Python writes every number and every sentence as it is
// read; values are for drawing.

import type { Answered } from "./odds";
import type { Language } from "../strings/language.svelte";

export interface LessonAbout {
  v: 1;
  widget: "figure" | "question" | "progress";
  language: Language;
  notice: string;
}

/** What something stands for; each has a colour and a shape of its own. */
export type Role = "truth" | "sample" | "guess" | "other";
/** How a sentence is meant. */
export type Tone = "plain" | "strong" | "hint" | "right" | "wrong";

/** Marks of one key belong together: pointing at one lights up all, in every part of the widget. */
export interface Keyed {
  key?: string;
}

// What can be set: choose {name: value}

export type Field =
  | { field: "list"; name: string; label: string; options: [value: string, text: string][]; value: string }
  | { field: "range"; name: string; label: string; low: number; high: number; step: number; value: number; written: string }
  | { field: "number"; name: string; label: string; low: number; high: number; value: number }
  | { field: "switch"; name: string; label: string; value: boolean };

/** What can be done: do {name, value}. */
export interface Deed {
  name: string;
  value?: number | string;
  text: string;
  main?: boolean;
  disabled?: boolean;
}

// What is seen

export interface Controls {
  kind: "controls";
  fields: Field[];
  deeds: Deed[];
}

export interface Said extends Keyed {
  kind: "text";
  tone: Tone;
  text: string;
}

/** Rows of cards. A card is written as in the contract ("R3", "W"). */
export interface Cards {
  kind: "cards";
  rows: (Keyed & {
    title: string;
    cards: string;
    /** What the cards are called, all in one. */
    names: string;
    tone: Tone;
    note: string;
  })[];
}

/** Something drawn, told in one sentence, with its numbers as a table beside it. */
export interface Drawn {
  title: string;
  label: string;
  head: string[];
  table: string[][];
}

export type Unit = "percent" | "number";

/** Bars: beside each other in rows, or upright in columns (then they are few words and many values). */
export interface Bars extends Drawn {
  kind: "bars";
  upright: boolean;
  unit: Unit;
  /** What is measured, at the axis. */
  axis: string;
  series: { role: Role; name: string }[];
  rows: (Keyed & {
    name: string;
    /** One for each series; null where there is none. */
    values: ({ value: number; written: string; low?: number; high?: number } | null)[];
  })[];
  /** A line across all bars, such as a mean. */
  levels: { role: Role; name: string; value: number; written: string }[];
  /** Lines at a place among columns, such as a mean score: 0 is the first column, 2.5 halfway from the third to the fourth. */
  marks?: { role: Role; name: string; at: number; written: string }[];
}

/** Lines over numbers of deals, games or cards. */
export interface Lines extends Drawn {
  kind: "lines";
  x: { name: string; log: boolean };
  y: { name: string; unit: Unit };
  lines: (Keyed & { role: Role; name: string; points: [x: number, y: number][]; faint: boolean })[];
  /** Where the truth should lie, or the sample's interval. */
  band: [x: number, low: number, high: number][];
  levels: { role: Role; name: string; value: number; written: string }[];
}

/** So many small marks, each for one of a hundred hands or a thousand opponents. */
export interface Units extends Drawn {
  kind: "units";
  /** In the order of their symbols: filled circle, ring, filled square, square. */
  groups: (Keyed & { name: string; size: number; written: string; faint?: boolean })[];
  /** The group of each mark, from the first on; groups one after the other when sorted. */
  order: number[];
}

/** A tree of cases, each with the chance of its branch. */
export interface Branch extends Keyed {
  text: string;
  /** At the branch: its chance, or how many ways there are. */
  written: string;
  /** At the leaf: what multiplying along the way gives. */
  product: string;
  open: boolean;
  children: Branch[];
}

export interface Tree extends Drawn {
  kind: "tree";
  root: Branch;
}

/** A formula in pieces; lines one below the other. */
export interface Formula {
  kind: "formula";
  label: string;
  lines: (Keyed & { text: string })[][];
}

export interface Table {
  kind: "table";
  title: string;
  head: string[];
  rows: (Keyed & { cells: string[]; tone: Tone })[];
}

/** Ten rungs, and who stands where. */
export interface Ladder extends Drawn {
  kind: "ladder";
  rungs: (Keyed & { name: string; written: string })[];
  climbers: { name: string; role: Role; rung: number; written: string }[];
}

/** Cards that are sorted into groups: do {name: "move", value: "card/to"}, "to" a group's number, or -1 for the hand. */
export interface Sorter {
  kind: "sorter";
  label: string;
  /** Every card, by its place. */
  cards: string[];
  /** What each card is called. */
  names: string[];
  hand: { title: string; cards: number[] };
  groups: { title: string; cards: number[]; tone: Tone; verdict: string; rule: string }[];
}

export type Part = Controls | Said | Cards | Bars | Lines | Units | Tree | Formula | Table | Ladder | Sorter;

export interface FigureView extends Answered {
  title: string;
  lead: string;
  /** What is chosen, by the names of the fields. */
  asked: Record<string, string | number | boolean>;
  parts: Part[];
  /** What is spoken when this comes. */
  said: string;
  /** Something is still being computed. */
  running: boolean;
}

/** What a learner predicted, before anything was shown. */
export interface Predicted {
  guess: string;
  /** As a number, for drawing; null for a choice. */
  value: number | null;
  written: string;
  /** 0 to 1. */
  confidence: number;
  sure: string;
  /** Null until the truth is known. */
  came_true: boolean | null;
  /** Whether it came true, in words. */
  said: string;
}

export type Outcome = "not attempted" | "wrong" | "right";

export interface QuestionView extends Answered {
  id: string;
  title: string;
  kind: "chance" | "number" | "choice";
  prompt: string;
  /** The cards that it speaks of. */
  hands: Part[];
  choices: { id: string; text: string }[];
  /** Which answers count as right. */
  rules: string;
  /** When a prediction counts as come true. */
  near: string;
  /** What comes after the prediction may be used. */
  open: boolean;
  /** So many trials can be made at once; none where chance plays no part. */
  tries: number[];
  prediction: Predicted | null;
  sample: { trials: number; wanted: number; seed: string; said: string } | null;
  /** Guess, trials and, once it is known, the truth. */
  picture: Part[];
  /** The right answer, once it is known. */
  truth: { value: number | null; written: string; choice: string; fraction: string } | null;
  outcome: Outcome;
  outcome_text: string;
  solved: boolean;
  /** What was typed last. */
  typed: string;
  feedback: string;
  /** Those that were opened. */
  hints: string[];
  hints_of: number;
  solution: string;
  reflection: { prompt: string; own: string; model: string };
  running: boolean;
}

export interface ProgressView extends Answered {
  title: string;
  said: string;
  name: string;
  lessons: {
    id: string;
    title: string;
    right: number;
    of: number;
    written: string;
    questions: { id: string; title: string; outcome: Outcome; outcome_text: string; hints: string }[];
  }[];
  calibration: { title: string; said: string; parts: Part[] };
}

export interface LessonState {
  about: LessonAbout;
  view: FigureView | QuestionView | ProgressView;
}

export interface FigureState extends LessonState {
  view: FigureView;
}

export interface QuestionState extends LessonState {
  view: QuestionView;
  /** What is to be kept of what was done, see progress.ts; empty before anything was. */
  kept: string;
}

export interface ProgressState extends LessonState {
  view: ProgressView;
  kept: string;
}

// Messages to Python, besides language and ping:
// figure: choose {some fields}, do {name, value}
// question: hello {kept}, predict {guess, confidence}, skip, simulate {n}, answer {typed}, hint, solve,
//   reflect {sentence}, renew
// progress: hello {kept}, name {name}, reset {part}, export (answered by "file"), load {text}
