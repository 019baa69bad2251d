// What Python and the setup screen say to each other.

import type { Language } from "./strings/language.svelte";

/** Something to agree on; `values` has the default first and is empty where any seat or any phases may stand. */
export interface OptionSpec {
  name: string;
  rule: string;
  text: string;
  values: OptionValue[];
}
export type OptionValue = string | number | boolean;

export interface EditionSpec {
  id: string;
  name: string;
  line: string;
  /** Fewest and most. */
  seats: [number, number];
  phases: { number: number; text: string }[];
  options: OptionSpec[];
  notes: [rule: string, text: string][];
}

/** Who sits at a seat: a person, or a computer player. */
export interface Sitter {
  name: string;
  player: string | null;
}

/** What the game is to be: how the screen is filled in at first, and what it sends. */
export interface Start {
  edition: string;
  players: Sitter[];
  seed: number | string | null;
  /** Only what differs from the edition's defaults. */
  options: Record<string, unknown>;
}

export interface Catalogue {
  v: 1;
  language?: Language;
  notice: string;
  editions: EditionSpec[];
  players: { id: string; text: string }[];
  start: Start;
}

export interface Status {
  v: 1;
  rev: number;
  ack: string | null;
}

/** The adapter calls the trait that carries answers `view`; see setup-model. */
export interface SetupState {
  catalogue: Catalogue;
  view: Status;
}
