import { mount, unmount, type Component } from "svelte";
import type { LiveRole, LiveRoom, LiveRules, LiveTable } from "./protocol/rooms";
import type { LiveLesson, LivePreview, LiveQuestions } from "./protocol/rooms_lesson";
import Rules from "./rooms/host/Rules.svelte";
import Class from "./rooms/lesson/Class.svelte";
import { projected } from "./rooms/projected";
import Wall from "./rooms/Wall.svelte";
import { language, speak, studyAt, type Language } from "./strings/language.svelte";

/** The lesson of a room, as its page knows it. */
export interface ClassState {
  lesson: LiveLesson | null;
  questions: LiveQuestions | null;
  preview: LivePreview | null;
  refusal: string;
  role: LiveRole;
  language: Language;
  /** The tables whose games have begun. */
  tables: number[];
  /** True if this person may return to their table now. */
  mayPlay: boolean;
}

/** The house rules of a table, and the available ones. */
export interface RulesState {
  table: LiveTable;
  /** The last answer to "rules", perhaps for another table. */
  rules: LiveRules | null;
  language: Language;
}

/** All tables of a room, and how to join them. */
export interface WallState {
  room: LiveRoom;
  code: string;
  /** The address at which the code is entered. */
  address: string;
  /** The link in the QR code. */
  link: string;
  language: Language;
}

/** The parts of a room's page that only some visitors need, with their components. */
export interface Parts {
  lesson: ClassState;
  rules: RulesState;
  wall: WallState;
}

/** The services that the page offers a part. */
export interface PartPort {
  base: string;
  token: string;
  play: () => void;
  ask: (kind: string, fields?: Record<string, unknown>) => boolean;
}

/** The properties of a part: `hold.update` passes a new state on to it. */
export interface PartProps<State> {
  initial: State;
  port: PartPort;
  hold: { update: (state: State) => void };
}

export interface ShownPart<State> {
  update: (state: State) => void;
  close: () => void;
}

const PARTS: { [Name in keyof Parts]: Component<PartProps<Parts[Name]>> } = { lesson: Class, rules: Rules, wall: Wall };

/** Show a part in this element, after the room's page has loaded this file and its styles. */
export function show<Name extends keyof Parts>(name: Name, target: HTMLElement, state: Parts[Name], port: PartPort): ShownPart<Parts[Name]> {
  const hold = { update: (_: Parts[Name]) => {} };
  const app = mount(PARTS[name], { target, props: { initial: state, port, hold } });
  const screen = target.closest<HTMLElement>("[data-wall]");
  const release = screen && projected(screen);
  let shown = true;
  let spoken = language();
  const update = (next: Parts[Name]) => {
    hold.update(next);
    if (next.language === spoken) return;
    spoken = next.language;
    const learned = spoken !== "en" ? studyAt(`${port.base}live/${spoken}.js`).catch(() => {}) : Promise.resolve();
    void learned.then(() => shown && speak(spoken));
  };
  update(state);
  const close = () => {
    shown = false;
    release?.();
    void unmount(app);
  };
  return { update, close };
}
