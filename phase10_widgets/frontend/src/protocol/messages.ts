// Generated from phase10_widgets/views/protocol/messages.py by `python -m devtools.generate.protocol`: change it there.

/**
 * The header of every view; an action replaces the view as a whole.
 */
export interface Answered {
  v: 1;
  /**
   * Counts the views from 1; 0 before the first.
   */
  rev: number;
  /**
   * The id of the message that this view answers.
   */
  ack: string | null;
}

/**
 * The look of one color of cards.
 */
export interface ColorLook {
  name: string;
  background: string;
  ink: string;
  /**
   * The shape, in a box of 24 by 24.
   */
  path: string;
}

/**
 * The looks that the browser does not know.
 */
export interface Looks {
  /**
   * Those of an edition's own colors, by letter.
   */
  looks?: {
    [k: string]: ColorLook;
  };
}

/**
 * Why a message was not carried out.
 */
export interface Refusal {
  /**
   * For programs: one of the rules' codes, or of a widget's.
   */
  code: string;
  /**
   * The rulebook's number, such as "C5".
   */
  rule: string | null;
  /**
   * For people: a sentence.
   */
  why: string;
}

/**
 * A refusal. Without an id it is trouble that no message caused, such as a computer player that failed.
 */
export interface Reject {
  code: string;
  rule: string | null;
  why: string;
  kind: "reject";
  id: string | null;
  /**
   * The cards that caused it.
   */
  cards?: string;
}

/**
 * A game that was left unfinished; its token is all that the browser keeps of it.
 */
export interface Offer {
  token: string;
  /**
   * "Phase 10, round 3: Ada, Blaise; 20 minutes ago".
   */
  text: string;
}

/**
 * The answer to "hello" and "forget"; without an id when another game is played here.
 */
export interface Welcome {
  kind: "welcome";
  id: string | null;
  /**
   * Of the game on this table; null where none is stored.
   */
  token: string | null;
  offers: Offer[];
}

/**
 * The answer to "save" and "export": the browser offers it for download.
 */
export interface SavedFile {
  kind: "file";
  id: string;
  name: string;
  text: string;
}

/**
 * The answer to "ping": Python is there.
 */
export interface Pong {
  kind: "pong";
  id: string;
}

/**
 * The header of every message from a browser.
 */
export interface Request {
  v: 1;
  /**
   * "<client>:<n>", at most 100 characters; Python ignores a second message of the same id.
   */
  id: string;
  /**
   * The view that the browser shows; a message that acts on an older one is refused.
   */
  rev: number;
}

/**
 * Ask whether Python is there.
 */
export interface Ping {
  v: 1;
  id: string;
  rev: number;
  kind: "ping";
}

/**
 * Speak another language from now on.
 */
export interface SpeakRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "language";
  /**
   * Such as "en".
   */
  language: string;
}

/**
 * Go on with what a file holds.
 */
export interface LoadRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "load";
  /**
   * At most 2,000,000 characters.
   */
  text: string;
}

/**
 * Go on with a stored game.
 */
export interface ResumeRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "resume";
  token: string;
}

/**
 * Remove a stored game; the answer offers those that are left.
 */
export interface ForgetRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "forget";
  token: string;
  /**
   * The tokens that the browser stores; Python reads at most 5.
   */
  tokens: string[];
}
