// What Python and the odds widgets say to each other. Python writes every number as it is read; values are for drawing.

import type { Language } from "../strings/language.svelte";

/** An exact chance. */
export interface Chance {
  value: number;
  /** "a/b", in lowest terms. */
  fraction: string;
  percent: string;
  /** "1 in 5.5". */
  often: string;
}

export interface EditionOffer {
  id: string;
  name: string;
  sides: { id: string; name: string }[];
  /** `size` is how many cards it takes. */
  phases: { number: number; text: string; size: number }[];
}

export interface About {
  v: 1;
  widget: "deal" | "draw" | "table";
  language: Language;
  /** Python wants to know which language the browser likes best. */
  asks?: true;
  editions: EditionOffer[];
  notice: string;
}

export interface Answered {
  v: 1;
  rev: number;
  ack: string | null;
}

/** A game in the comparison: what it is, and its chance once that is counted. */
export interface GameChance {
  edition: string;
  side: string;
  wilds: number;
  name: string;
  text: string;
  /** It is the one that is asked about. */
  own: boolean;
  /** So few cards cannot hold the phase. */
  few: boolean;
  chance: Chance | null;
}

/** Deals that were tried. */
export interface SampleView {
  wanted: number;
  trials: number;
  hits: number;
  at_once: number;
  /** How it stood from time to time. */
  points: [trials: number, share: number, low: number, high: number][];
  estimate: { value: number; low: number; high: number; percent: string; interval: [string, string]; explanation: string } | null;
}

export interface DealAsked {
  edition: string;
  side: string;
  phase: number;
  cards: number;
  wilds: number;
  seed: number;
}

export interface DealView extends Answered {
  asked: DealAsked;
  game: string;
  text: string;
  limits: { cards: [number, number]; wilds: [low: number, high: number, step: number]; printed: number };
  exact: Chance & { explanation: string; assumption: string };
  games: GameChance[];
  sample: SampleView;
}

export interface CardName {
  word: string;
  name: string;
}

/** A face, how many cards that show it are unseen, and what one of them would do. */
export interface Out extends CardName {
  unseen: number;
  effect: "completes" | "nearer" | null;
}

export interface DrawAsked {
  edition: string;
  side: string;
  phase: number;
  /** Cards by their words. */
  hand: string;
  top: string;
  seed: number;
}

export interface DrawView extends Answered {
  asked: DrawAsked;
  /** The hand is one of a running game: only the phase can be chosen. */
  fixed: boolean;
  game: string;
  text: string;
  cards: CardName[];
  top: CardName | null;
  lacking: number;
  distance: string;
  unseen: number;
  assumption: string;
  /** A row for each color or suit. */
  outs: Out[][];
  next: Record<"completes" | "nearer", Chance & { explanation: string }>;
  /** The chance that the phase is complete within 1, 2, 3 … draws. */
  within: Chance[];
  /** The wait in one sentence. */
  wait: string;
  /** The best first. */
  options: { move: string; chance: Chance; distance: string }[];
  /** How many options are not shown. */
  more: number;
}

export interface TableCell {
  phase: number;
  text: string;
  chance: (Chance & { explanation: string; assumption: string }) | null;
}

export interface TableGame {
  edition: string;
  side: string;
  name: string;
  cells: TableCell[];
}

export interface TableView extends Answered {
  asked: { cards: number };
  limits: { cards: [number, number] };
  /** How many chances are still being counted. */
  left: number;
  games: TableGame[];
}

export interface OddsState {
  about: About;
  view: Answered;
}

// Messages to Python: choose {some of what is asked}, deal {n}, language {language}.
