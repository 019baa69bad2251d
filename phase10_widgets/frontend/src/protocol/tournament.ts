// Generated from phase10_widgets/views/protocol/tournament.py by `python -m devtools.generate.protocol`: change it there.

import type { ColorLook, Ping, SpeakRequest } from "./messages";
import type { EditionOffer } from "./odds";

export type TournamentPhase = "ready" | "running" | "stopped" | "over";

export type Cell = string | number | null;

/**
 * Somebody who can take part.
 */
export interface Entry {
  id: string;
  name: string;
}

/**
 * The limits of a tournament.
 */
export interface TournamentLimits {
  /**
   * @minItems 2
   * @maxItems 2
   */
  games: [number, number];
  /**
   * The most.
   */
  players: number;
}

/**
 * The constant content of a tournament.
 */
export interface TournamentAbout {
  looks?: {
    [k: string]: ColorLook;
  };
  v: 1;
  language: string;
  notice: string;
  asks?: true;
  widget: "tournament";
  editions: EditionOffer[];
  players: Entry[];
  limits: TournamentLimits;
}

/**
 * The current plan.
 */
export interface TournamentAsked {
  edition: string;
  players: string[];
  /**
   * At each table.
   */
  games: number;
  /**
   * All at one table, in place of each against each.
   */
  together: boolean;
  /**
   * Stop when somebody is certainly better.
   */
  decided: boolean;
  seed: number;
}

/**
 * A share of games won, with its interval.
 */
export interface TournamentShare {
  value: number;
  low: number;
  high: number;
  percent: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [string, string];
}

/**
 * A player's result so far.
 */
export interface TournamentRow {
  value: number;
  low: number;
  high: number;
  percent: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [string, string];
  at: number;
  name: string;
  wins: string;
  games: string;
  /**
   * Empty where there is none; then *why* says so.
   */
  rating: string;
  why: string;
  phases: string;
  points: string;
  rounds: string;
}

/**
 * The view of the tournament.
 */
export interface TournamentView {
  v: 1;
  rev: number;
  ack: string | null;
  asked: TournamentAsked;
  state: TournamentPhase;
  /**
   * @minItems 2
   * @maxItems 2
   */
  seats: [number, number];
  tables: number;
  done: number;
  most: number;
  even: number;
  fault: string;
  rows: TournamentRow[];
  said: string;
  pairs: string[][];
  raw: {
    [k: string]: Cell;
  }[];
}

/**
 * The synced traits.
 */
export interface TournamentState {
  about: TournamentAbout;
  view: TournamentView;
}

/**
 * Another tournament, not begun.
 */
export interface TournamentChoice {
  v: 1;
  id: string;
  rev: number;
  kind: "choose";
  edition?: string;
  players?: string[];
  games?: number;
  together?: boolean;
  decided?: boolean;
  seed?: number;
}

/**
 * Play on, or stop at once.
 */
export interface TournamentRun {
  v: 1;
  id: string;
  rev: number;
  kind: "start" | "stop";
}

export type TournamentRequest = Ping | SpeakRequest | TournamentChoice | TournamentRun;
