// What Python and the browser say to each other. Cards are words in rulebook notation, lists of cards one string with spaces.

export type GroupKind = "set" | "run" | "color" | "flush" | "color run";
export type Step = "choose_phase" | "draw" | "play" | null;
export type Side = "color" | "wild";
export type End = "any" | "low" | "high";

export interface GroupSpec {
  kind: GroupKind;
  size: number;
  text: string;
  another: boolean;
}

export interface PhaseSpec {
  number: number;
  text: string;
  groups: GroupSpec[];
}

export interface About {
  v: 1;
  edition: { id: string; name: string };
  options: Record<string, unknown>;
  option_lines: string[];
  phases: PhaseSpec[];
  numbers: number;
  colors: string[];
  suits: string[];
  rules: { rule: string; text: string }[];
  notice: string;
}

export interface Identity {
  number?: number | null;
  start?: number | null;
  color?: string | null;
  suit?: string | null;
}

export interface Group extends Identity {
  kind: GroupKind;
  cards: string;
}

export interface SeatView {
  name: string;
  cards: number;
  backs: string;
  phase: number | null;
  completed: number[];
  score: number;
  saved_cards: number;
  saved_this_round: boolean;
  skipped: boolean;
  laid_this_turn: boolean;
  laid: Group[];
}

export interface Observation {
  seat: number;
  edition: string;
  options: Record<string, unknown>;
  round: number;
  dealer: number;
  to_act: number | null;
  step: Step;
  side: Side;
  hand: string;
  saved: string;
  draw_pile: { cards: number; back: string | null };
  discard_pile: string;
  seats: SeatView[];
  tie_break: number[] | null;
  quiet_turns: number;
}

export type DrawAction = { type: "draw"; from: "deck" | "discard" | "saved"; card?: string };
export type ChoosePhaseAction = { type: "choose_phase"; phase: number };
export type LayDownGroup = Identity & { cards: string; kind?: GroupKind };
export type LayDownAction = { type: "lay_down"; groups: LayDownGroup[]; phase?: number };
export type HitAction = { type: "hit"; card: string; owner: number; group: number; end: End };
export type DiscardAction = { type: "discard"; card: string; target?: number };
export type SaveAction = { type: "save"; card: string };
export type Action = DrawAction | ChoosePhaseAction | LayDownAction | HitAction | DiscardAction | SaveAction;

export interface TableEvent {
  type: string;
  text: string;
  seat?: number | null;
  from?: string;
  card?: string | null;
  owner?: number;
  group?: number;
  side?: Side;
}

export interface SummarySeat {
  seat: number;
  name: string;
  hand: string;
  points: number;
  score: number;
  phase: number | null;
  laid: boolean;
}

export interface Summary {
  round: number;
  out: number | null;
  seats: SummarySeat[];
  text: string;
  /** flip: the side that was scored, where hands name both faces. */
  side?: Side;
}

export interface Standing {
  seat: number;
  name: string;
  place: number;
  completed: number[];
  score: number;
}

export interface Over {
  standings: Standing[];
  winners: number[];
  text: string;
}

export interface View {
  v: 1;
  rev: number;
  ack: string | null;
  you: number;
  curtain: { seat: number; name: string } | null;
  observation: Observation | null;
  legal: Action[];
  more_lay_downs: boolean;
  progress: { phase: number; missing: number; text: string } | null;
  events: TableEvent[];
  summary: Summary | null;
  over: Over | null;
  undo: boolean;
  thinking: { seat: number; name: string } | null;
  /** Seconds between the steps of computer players. */
  pace: number;
}

export interface TableState {
  about: About;
  view: View;
}

export interface Refusal {
  code: string;
  rule: string | null;
  why: string;
}

/** Without an id it is trouble that no message caused, such as a computer player that failed. */
export type Reject = Refusal & { kind: "reject"; id: string | null };
