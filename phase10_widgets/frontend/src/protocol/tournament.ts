// What Python and the tournament say to each other. Python writes every number as it is read; values are for drawing.

import type { Answered, EditionOffer } from "./odds";
import type { Language } from "../strings/language.svelte";

export interface TournamentAbout {
  v: 1;
  widget: "tournament";
  language: Language;
  editions: EditionOffer[];
  /** Everybody who can take part. */
  players: { id: string; name: string }[];
  limits: { games: [low: number, high: number]; players: number };
  notice: string;
}

export interface TournamentAsked {
  edition: string;
  players: string[];
  /** At each table. */
  games: number;
  /** All at one table, in place of each against each. */
  together: boolean;
  /** Stop when somebody is certainly better. */
  decided: boolean;
  seed: number;
}

/** How a player stands. */
export interface Standing {
  at: number;
  name: string;
  wins: string;
  games: string;
  value: number;
  low: number;
  high: number;
  percent: string;
  interval: [string, string];
  /** Empty where there is none; then *why* says so. */
  rating: string;
  why: string;
  phases: string;
  points: string;
  rounds: string;
}

export interface TournamentView extends Answered {
  asked: TournamentAsked;
  state: "ready" | "running" | "stopped" | "over";
  /** The fewest and the most who can sit at a table. */
  seats: [number, number];
  tables: number;
  done: number;
  most: number;
  /** The share of each, were all alike. */
  even: number;
  /** What a player did wrong, if that ended the games. */
  fault: string;
  /** The best first. */
  rows: Standing[];
  said: string;
  /** What each row's player won against each; empty for one table. */
  pairs: string[][];
  /** The rows of the CSV file. */
  raw: Record<string, string | number | null>[];
}

export interface TournamentState {
  about: TournamentAbout;
  view: TournamentView;
}

// Messages to Python: choose {some of what is asked}, start, stop, language {language}.
