// Generated from phase10_widgets/views/protocol/live_lesson.py by `python -m devtools.generate.protocol`: change it there.

export type LivePhase = "open" | "closed" | "shown" | "again" | "truth";

export type LiveAsked = "chance" | "number" | "choice" | "hand";

/**
 * Numbers on an axis, sorted into bins of equal width: nobody can tell which is whose.
 */
export interface LiveDots {
  low: number;
  high: number;
  /**
   * The numbers in each bin, from `low` to `high`.
   */
  counts: number[];
  /**
   * The number of those in the last bin that are higher than the axis.
   */
  beyond: number;
}

/**
 * A choice and how many chose it.
 */
export interface LiveBar {
  id: string;
  text: string;
  n: number;
}

/**
 * A vote that is shown.
 */
export interface LiveVote {
  n: number;
  /**
   * Null for choices, and for too few answers to be shown without names.
   */
  dots: LiveDots | null;
  bars: LiveBar[];
  /**
   * The number that came true; null before the truth.
   */
  right: number | null;
}

/**
 * A mistake that somebody made.
 */
export interface LiveMistake {
  text: string;
  /**
   * The number of people who made it, for each vote.
   */
  n: number[];
}

/**
 * A choice; `id` is a card's word if the question is about a hand.
 */
export interface LiveChoiceText {
  id: string;
  text: string;
}

/**
 * Cards that belong to a question, under a title.
 */
export interface LiveCards {
  title: string;
  cards: string;
  names: string;
}

/**
 * The right answer, or the expert's choice.
 */
export interface LiveTruth {
  /**
   * Null for a choice.
   */
  value: number | null;
  choice: string;
  text: string;
  fraction: string;
  why: string;
}

/**
 * The answer of the page's own person.
 */
export interface LiveOwn {
  text: string;
  /**
   * A sentence about how a chance without a unit was read; empty for other answers.
   */
  read: string;
  confidence: number;
  /**
   * A sentence once the truth is shown; empty before.
   */
  came: string;
  feedback: string;
}

/**
 * The predictions in one range of confidence.
 */
export interface LiveSure {
  n: number;
  confidence: number;
  share: number;
  low: number;
  /**
   * The ends of the 95% interval of `share`.
   */
  high: number;
  text: string;
}

/**
 * The calibration of a whole room over all its questions.
 */
export interface LiveCalibration {
  text: string;
  bins: LiveSure[];
}

/**
 * Everybody's deals together.
 */
export interface LivePool {
  n: number;
  people: number;
  /**
   * The estimate of all deals with its interval; empty before the first.
   */
  text: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /**
   * A dot for each person: how far they are apart.
   */
  dots: LiveDots | null;
  /**
   * The mean of all deals after so many of them.
   */
  path: [number, number][];
  /**
   * The result of the page's own person; empty for nobody's page.
   */
  mine: string;
  /**
   * True if this person may deal more.
   */
  more: boolean;
}

/**
 * A question to everybody in the room.
 */
export interface LivePoll {
  /**
   * Its number in the room, from 1.
   */
  number: number;
  /**
   * The question's id; empty for a hand.
   */
  question: string;
  answer: LiveAsked;
  /**
   * True if digits and a decimal point are enough to answer.
   */
  digits: boolean;
  title: string;
  text: string;
  /**
   * When a prediction counts as true; empty for choices.
   */
  near: string;
  choices: LiveChoiceText[];
  cards: LiveCards[];
  phase: LivePhase;
  vote: 1 | 2;
  /**
   * The answers so far in this vote.
   */
  n: number;
  /**
   * The people who may answer.
   */
  of: number;
  /**
   * The votes that are shown now; empty while they are hidden.
   */
  votes: LiveVote[];
  /**
   * The answers that a picture without names needs.
   */
  fewest: number;
  mistakes: LiveMistake[];
  truth: LiveTruth | null;
  you: LiveOwn | null;
  pool: LivePool | null;
  calibration: LiveCalibration | null;
  /**
   * The phases that a host may choose next; empty for others.
   */
  steps: LivePhase[];
  /**
   * True if a host may let everybody deal.
   */
  poolable: boolean;
}

/**
 * The lesson in a room. It replaces the one before.
 */
export interface LiveLesson {
  kind: "lesson";
  poll: LivePoll | null;
  /**
   * The questions asked so far.
   */
  asked: number;
}

/**
 * A question that a host can ask.
 */
export interface LiveQuestion {
  id: string;
  goal: string;
}

/**
 * A lesson and its questions.
 */
export interface LiveLessonQuestions {
  number: number;
  title: string;
  questions: LiveQuestion[];
}

/**
 * The answer to "questions".
 */
export interface LiveQuestions {
  kind: "questions";
  lessons: LiveLessonQuestions[];
}

/**
 * Answer the question, or change the answer while it is open.
 */
export interface LivePredict {
  kind: "predict";
  id: string;
  /**
   * A number as typed, or the id of a choice.
   */
  text: string;
  /**
   * 0 to 1.
   */
  confidence: number;
}

/**
 * Run some deals of one's own.
 */
export interface LiveSample {
  kind: "sample";
  id: string;
}

/**
 * A host asks for the questions of all lessons.
 */
export interface LiveQuestionsRequest {
  kind: "questions";
  id: string;
}

/**
 * A host asks a question of a lesson.
 */
export interface LiveAsk {
  kind: "ask";
  id: string;
  question: string;
  /**
   * True to stop the tables until the question is over.
   */
  pause?: boolean;
}

/**
 * A host asks what to discard from a hand of a finished round.
 */
export interface LiveSnapshot {
  kind: "snapshot";
  id: string;
  table: number;
  pause?: boolean;
}

/**
 * A host chooses the question's next phase.
 */
export interface LiveTurn {
  kind: "phase";
  id: string;
  phase: LivePhase;
}

/**
 * A host lets everybody deal.
 */
export interface LivePoolRequest {
  kind: "pool";
  id: string;
}

/**
 * A host takes the question away.
 */
export interface LiveFinish {
  kind: "finish";
  id: string;
}

export type LiveLessonDown = LiveLesson | LiveQuestions;

export type LiveLessonUp =
  LivePredict | LiveSample | LiveQuestionsRequest | LiveAsk | LiveSnapshot | LiveTurn | LivePoolRequest | LiveFinish;

/**
 * A host asks for the summary of the lesson as a file, with everybody's name.
 */
export interface LiveReport {
  token: string;
  form: "page" | "learners" | "questions";
}
