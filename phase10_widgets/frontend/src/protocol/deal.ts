// Generated from phase10_widgets/views/protocol/deal.py by `python -m devtools.generate.protocol`: change it there.

/**
 * A deal that can be played.
 */
export interface DealOffer {
  /**
   * The name of the deal on this device: the date of a deal of the day, a hash of a challenge.
   */
  key: string;
  /**
   * The name of the edition.
   */
  edition: string;
  /**
   * The options in sentences, the length, and the opponents.
   */
  lines: string[];
}

/**
 * A friend's deal.
 */
export interface ChallengeOffer {
  key: string;
  edition: string;
  lines: string[];
  /**
   * Its code in the link.
   */
  code: string;
  /**
   * The reason that it cannot be played; empty if it can.
   */
  why: string;
}

/**
 * The terms of a game that plays such a deal.
 */
export interface DealTerms {
  key: string;
  daily: boolean;
  /**
   * True for the first attempt, which counts.
   */
  first: boolean;
}

/**
 * The result of one who played the deal.
 */
export interface DealResult {
  /**
   * For each round, True if it completed a phase.
   */
  rounds: boolean[];
  place: number;
  /**
   * The number of completed phases.
   */
  phases: number;
  score: number;
}

/**
 * The end of such a game.
 */
export interface DealOver {
  own: DealResult;
  /**
   * The result of the expert at the same seat.
   */
  expert: DealResult;
  /**
   * The comparison, in a sentence.
   */
  text: string;
  /**
   * The number of hints that were given.
   */
  hints: number;
  /**
   * The game of the next day; empty after a challenge.
   */
  next: string;
}
