import { mount, unmount } from "svelte";
import type { LiveRole } from "./protocol/live";
import type { LiveLesson, LiveQuestions } from "./protocol/live_lesson";
import Class from "./live/lesson/Class.svelte";
import { speak, studyAt, type Language } from "./strings/language.svelte";

/** Everything that the page of a room knows about its lesson. */
export interface ClassState {
  lesson: LiveLesson | null;
  questions: LiveQuestions | null;
  refusal: string;
  role: LiveRole;
  language: Language;
  /** The tables whose game has begun. */
  tables: number[];
  /** True if this person may go back to their table now. */
  mayPlay: boolean;
}

/** What the page does for the lesson. */
export interface ClassPort {
  base: string;
  token: string;
  play: () => void;
  ask: (kind: string, fields?: Record<string, unknown>) => boolean;
}

export interface ClassPage {
  update: (state: ClassState) => void;
  close: () => void;
}

/** Load the styles of this file once; they have its address. */
function dress(base: string) {
  const href = `${base}live/class.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

/** Show a room's lesson in this element: the page of a room has loaded this file for it. */
export function show(target: HTMLElement, state: ClassState, port: ClassPort): ClassPage {
  dress(port.base);
  const hold = { update: (_: ClassState) => {} };
  const app = mount(Class, { target, props: { initial: state, port, hold } });
  let spoken: Language = "en";
  const update = (next: ClassState) => {
    hold.update(next);
    if (next.language === spoken) return;
    spoken = next.language;
    const learned = spoken === "de" ? studyAt(`${port.base}live/de.js`).catch(() => {}) : Promise.resolve();
    void learned.then(() => speak(spoken));
  };
  update(state);
  return { update, close: () => void unmount(app) };
}
