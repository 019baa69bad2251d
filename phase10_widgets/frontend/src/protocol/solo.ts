// Generated from phase10_widgets/views/protocol/solo.py by `python -m devtools.generate.protocol`: change it there.

import type { About, ActionRequest, AgainRequest, EyesRequest, HelloRequest, Hint, History, OpenRequest, PaceRequest, PauseRequest, PlainRequest, ReplayRequest, SeekRequest, Story, View } from "./table";
import type { Answered, ForgetRequest, LoadRequest, Ping, Pong, Reject, ResumeRequest, SavedFile, SpeakRequest, Welcome } from "./messages";
import type { ChallengeRequest, CheckRequest, Checked, DailyRequest, LearnRequest, Rules, SaveRulesRequest, SetupAbout, SetupHello, SetupLanguage, StartRequest } from "./setup";

export type SoloName = "setup" | "table" | "coach";

export type SoloStart = "setup" | "coach";

/**
 * The answer to ``hello``; the screen follows.
 */
export interface SoloWelcome {
  kind: "welcome";
  v: 1;
  /**
   * The secret name of this visit: a page that has lost its line comes back with it.
   */
  visit: string;
  /**
   * True if the visit begins now: a page that came back finds nothing of an earlier one here.
   */
  new: boolean;
}

/**
 * A screen with everything on it, when it opens and when a page comes back.
 */
export interface SoloScreen {
  kind: "screen";
  /**
   * Counts the screens of a visit from 1.
   */
  screen: number;
  name: SoloName;
  about: SetupAbout | About;
  view: Answered | View;
}

/**
 * A screen's change, or its message.
 */
export interface SoloTell {
  kind: "tell";
  screen: number;
  about?: SetupAbout | About;
  view?: Answered | View;
  message?: Reject | Welcome | SavedFile | Pong | Checked | Rules | Hint | History | Story;
}

/**
 * The end of a line.
 */
export interface SoloBye {
  kind: "bye";
  /**
   * 4409: this page is outdated; 4410: its server plays no games; 4429: too many messages; 1012: come back later.
   */
  code: number;
  /**
   * For people: a sentence.
   */
  why: string;
  /**
   * The seconds after which the page may come back by itself; null if it should decide that.
   */
  after: number | null;
}

export type SoloDown = SoloWelcome | SoloScreen | SoloTell | SoloBye;

/**
 * The first message of every line.
 */
export interface SoloHello {
  kind: "hello";
  v: 1;
  /**
   * The visit that this page comes back to; null for a new page.
   */
  visit: string | null;
  start: SoloStart;
  /**
   * The language that somebody chose in this browser; null if nobody did.
   */
  language: string | null;
}

/**
 * A message to a screen.
 */
export interface SoloSay {
  kind: "say";
  screen: number;
  message:
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
    | SaveRulesRequest
    | SpeakRequest
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
}

/**
 * A sign of life.
 */
export interface SoloBeat {
  kind: "beat";
}

export type SoloUp = SoloHello | SoloSay | SoloBeat;
