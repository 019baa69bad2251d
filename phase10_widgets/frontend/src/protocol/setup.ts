// What Python and the setup screen say to each other.

import type { Message } from "./table";
import type { Language } from "../strings/language.svelte";

/** Something to agree on; `values` has the default first and is empty where any seat or any phases may stand. */
export interface OptionSpec {
  name: string;
  rule: string;
  /** Under which it stands with others. */
  heading: string;
  text: string;
  values: OptionValue[];
  /** What each value means, where that needs words. */
  lines: string[];
  /** The option by which it is barred while that is not at its default, and why; always barred where `by` is null. */
  bar: { by: string | null; why: string } | null;
}
export type OptionValue = string | number | boolean;

export interface EditionSpec {
  id: string;
  name: string;
  line: string;
  /** The address of a picture, which holds it whole. */
  picture: string;
  /** Fewest and most. */
  seats: [number, number];
  /** `text` is the notation, `words` the same in the language. */
  phases: { number: number; text: string; words: string }[];
  options: OptionSpec[];
  /** The kinds of group that its cards can make; `text` is how a phase names one, with "#" for the number of cards. */
  kinds: { kind: string; name: string; text: string }[];
  notes: [rule: string, text: string][];
}

/** House rules that one press sets. */
export interface Preset {
  id: string;
  name: string;
  line: string;
  options: Options;
}

export type Options = Record<string, unknown>;

export interface Computer {
  id: string;
  level: number | null;
  text: string;
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
  options: Options;
  /** Whether the coach may be asked. */
  hints: boolean;
}

export interface Catalogue {
  v: 1;
  language: Language;
  /** The name of somebody who is spoken to. */
  you: string;
  notice: string;
  presets: Preset[];
  editions: EditionSpec[];
  /** The computer players that can be chosen; each level of one that has levels is one of them. */
  players: Computer[];
  /** Which of them is chosen until somebody chooses another. */
  usual: string;
  /** Names for them. */
  names: string[];
  /** The most phases in a list, cards in a group, characters in a name. */
  most: { phases: number; size: number; name: number };
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

// Messages to Python: hello {tokens, languages}, language {language, tokens}, resume {token}, forget {token, tokens},
// start {…Start}, check {edition, options, phases}, save {edition, options, name}, load {text}: rules or a saved game.

export interface Group {
  kind: string;
  size: number;
}

/** What Python says of a phase's text: the phase that it names, or what is wrong. */
export type Answer = { text: string; words: string; cards: number; groups: Group[]; why?: undefined } | { why: string };

/** The answer to "check". */
export interface Checked {
  kind: "checked";
  id: string;
  phases: [text: string, answer: Answer][];
}

/** The answer to "load": what the file held. */
export interface Rules {
  kind: "rules";
  id: string;
  name: string;
  edition: string;
  options: Options;
}

export type Said = Message | Checked | Rules;
