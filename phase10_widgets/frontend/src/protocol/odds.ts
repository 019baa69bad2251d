// Generated from phase10_widgets/views/protocol/odds.py by `python -m devtools.generate.protocol`: change it there.

import type { ColorLook, Ping, SpeakRequest } from "./messages";

export type OddsKind = "deal" | "draw" | "table";

export type Effect = "completes" | "nearer";

/**
 * The constant content that all number widgets share; it changes only with the language.
 */
export interface Introduction {
  looks?: {
    [k: string]: ColorLook;
  };
  v: 1;
  language: string;
  notice: string;
  /**
   * Python wants to know which language the browser likes best.
   */
  asks?: true;
}

/**
 * A side of an edition's cards.
 */
export interface SideOffer {
  id: string;
  name: string;
}

/**
 * A phase that can be asked about.
 */
export interface PhaseOffer {
  number: number;
  text: string;
  /**
   * The number of cards in the phase.
   */
  size: number;
}

/**
 * An edition that can be asked about.
 */
export interface EditionOffer {
  id: string;
  name: string;
  sides: SideOffer[];
  phases: PhaseOffer[];
}

/**
 * The constant content of an odds widget.
 */
export interface OddsAbout {
  looks?: {
    [k: string]: ColorLook;
  };
  v: 1;
  language: string;
  notice: string;
  asks?: true;
  widget: OddsKind;
  editions: EditionOffer[];
}

/**
 * An exact chance.
 */
export interface Chance {
  /**
   * From 0 to 1.
   */
  value: number;
  /**
   * "a/b", in lowest terms.
   */
  fraction: string;
  percent: string;
  /**
   * "1 in 5.5".
   */
  often: string;
}

/**
 * A chance with its explanation.
 */
export interface ExplainedChance {
  value: number;
  fraction: string;
  percent: string;
  often: string;
  explanation: string;
}

/**
 * A chance with its explanation and what it assumes.
 */
export interface AssumedChance {
  value: number;
  fraction: string;
  percent: string;
  often: string;
  explanation: string;
  assumption: string;
}

/**
 * A game in the comparison, with its chance once that is counted.
 */
export interface GameChance {
  edition: string;
  side: string;
  wilds: number;
  name: string;
  text: string;
  /**
   * True for the phase that was chosen.
   */
  own: boolean;
  /**
   * True if there are too few cards to hold the phase.
   */
  few: boolean;
  chance: Chance | null;
}

/**
 * An estimate to the digits that it supports.
 */
export interface EstimateView {
  value: number;
  low: number;
  high: number;
  percent: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [string, string];
  explanation: string;
}

/**
 * Deals that were tried.
 */
export interface SampleView {
  wanted: number;
  trials: number;
  hits: number;
  points: [number, number, number, number][];
  estimate: EstimateView | null;
  /**
   * The most deals that can be asked for at once.
   */
  at_once: number;
}

/**
 * The current choices for a deal.
 */
export interface DealAsked {
  edition: string;
  side: string;
  phase: number;
  cards: number;
  wilds: number;
  seed: number;
}

/**
 * The possible choices for a deal.
 */
export interface DealLimits {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards: [number, number];
  /**
   * Lowest, highest, step.
   *
   * @minItems 3
   * @maxItems 3
   */
  wilds: [number, number, number];
  /**
   * The number of wilds in the printed deck.
   */
  printed: number;
}

/**
 * The chance that dealt cards hold a phase.
 */
export interface DealView {
  v: 1;
  rev: number;
  ack: string | null;
  asked: DealAsked;
  game: string;
  text: string;
  limits: DealLimits;
  exact: AssumedChance;
  games: GameChance[];
  sample: SampleView;
}

/**
 * A card's code and its name.
 */
export interface CardName {
  word: string;
  name: string;
}

/**
 * A face, the number of unseen cards that show it, and the effect of drawing one.
 */
export interface Out {
  word: string;
  name: string;
  unseen: number;
  effect: Effect | null;
}

/**
 * The current choices for a hand.
 */
export interface DrawAsked {
  edition: string;
  side: string;
  phase: number;
  /**
   * Cards by their words.
   */
  hand: string;
  top: string;
  seed: number;
}

/**
 * The chances of each effect of the next card.
 */
export interface NextChances {
  completes: ExplainedChance;
  nearer: ExplainedChance;
}

/**
 * A way to draw and discard.
 */
export interface OptionChance {
  move: string;
  chance: Chance;
  distance: string;
}

/**
 * The view of the next cards' effects on a hand.
 */
export interface DrawView {
  v: 1;
  rev: number;
  ack: string | null;
  asked: DrawAsked;
  fixed: boolean;
  game: string;
  text: string;
  cards: CardName[];
  top: CardName | null;
  lacking: number;
  distance: string;
  unseen: number;
  assumption: string;
  outs: Out[][];
  next: NextChances;
  within: Chance[];
  wait: string;
  options: OptionChance[];
  more: number;
}

/**
 * The number of cards dealt.
 */
export interface TableAsked {
  cards: number;
}

/**
 * The possible numbers of cards.
 */
export interface TableLimits {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards: [number, number];
}

/**
 * A phase of a game, with its chance once that is counted.
 */
export interface TableCell {
  phase: number;
  text: string;
  chance: AssumedChance | null;
}

/**
 * A game's column.
 */
export interface TableGame {
  edition: string;
  side: string;
  name: string;
  cells: TableCell[];
}

/**
 * Every phase of every game.
 */
export interface TableView {
  v: 1;
  rev: number;
  ack: string | null;
  asked: TableAsked;
  limits: TableLimits;
  left: number;
  games: TableGame[];
}

/**
 * The synced traits of a deal.
 */
export interface DealState {
  about: OddsAbout;
  view: DealView;
}

/**
 * The synced traits of a hand.
 */
export interface DrawState {
  about: OddsAbout;
  view: DrawView;
}

/**
 * The synced traits of the table.
 */
export interface OddsTableState {
  about: OddsAbout;
  view: TableView;
}

/**
 * The synced traits of any of these widgets.
 */
export interface OddsState {
  about: OddsAbout;
  view: DealView | DrawView | TableView;
}

/**
 * Ask something else about a deal; what is left out stays, where it can.
 */
export interface DealChoice {
  v: 1;
  id: string;
  rev: number;
  kind: "choose";
  edition?: string;
  side?: string;
  phase?: number;
  cards?: number;
  wilds?: number;
  seed?: number;
}

/**
 * Try more deals.
 */
export interface DealRequest {
  v: 1;
  id: string;
  rev: number;
  kind: "deal";
  /**
   * 1 to 10,000.
   */
  n: number;
}

/**
 * Ask something else about a hand.
 */
export interface DrawChoice {
  v: 1;
  id: string;
  rev: number;
  kind: "choose";
  edition?: string;
  side?: string;
  phase?: number;
  hand?: string;
  top?: string;
  seed?: number;
}

/**
 * Ask for another number of cards.
 */
export interface TableChoice {
  v: 1;
  id: string;
  rev: number;
  kind: "choose";
  cards?: number;
}

export type OddsRequest = Ping | SpeakRequest | DealChoice | DealRequest | DrawChoice | TableChoice;
