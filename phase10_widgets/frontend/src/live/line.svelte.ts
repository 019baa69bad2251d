import type { LiveDown, LiveHere, LiveRecovery, LiveRoom, LiveRules, LiveTell, LiveUp, LiveWelcome } from "../protocol/live";
import type { LiveLesson, LiveQuestions } from "../protocol/live_lesson";
import type { Reject } from "../protocol/messages";
import { PollSocket } from "../line/poll-socket";
import { BaseLine, type Said, type SocketOptions } from "../line/line.svelte";

/** A newer page of the same person has taken this one's place: whoever came back would take another one's. */
export const ELSEWHERE = 4429;

export interface LineOptions extends SocketOptions {
  token: string;
  language: () => string;
  wall?: boolean;
}

/** A page's line to the service. */
export class Line extends BaseLine<LiveUp, LiveDown, LiveWelcome, LiveTell> {
  readonly #options: LineOptions;
  room = $state.raw<LiveRoom | null>(null);
  here = $state.raw<LiveHere | null>(null);
  /** What brings a host back on another device, once they have asked for it. */
  recovery = $state.raw<LiveRecovery | null>(null);
  lesson = $state.raw<LiveLesson | null>(null);
  /** The questions that a host can ask. */
  questions = $state.raw<LiveQuestions | null>(null);
  /** The house rules that a host could choose for a table. */
  rules = $state.raw<LiveRules | null>(null);
  /** The refusal of a message to the room. */
  refusal = $state.raw<Reject | null>(null);
  #count = 0;

  constructor(options: LineOptions) {
    super({ poll: (url) => new PollSocket(url), ...options });
    this.#options = options;
  }

  /** Ask the room for something; a refusal arrives in `refusal`. */
  ask(kind: LiveUp["kind"], fields: Record<string, unknown> = {}): boolean {
    this.refusal = null;
    return this.send({ kind, id: `page:${++this.#count}`, ...fields } as unknown as LiveUp);
  }

  protected hello(): LiveUp {
    const { token, language, wall } = this.#options;
    return { kind: "hello", v: 1, token, language: language(), ...(wall && { wall: true }) };
  }

  protected wrap(message: Said): LiveUp {
    return { kind: "say", message };
  }

  protected override final(code: number) {
    return code === ELSEWHERE || super.final(code);
  }

  protected take(message: LiveDown) {
    if (message.kind === "room") this.#gather(message);
    else if (message.kind === "here") this.here = message;
    else if (message.kind === "tell") this.tell(message);
    else if (message.kind === "recovery") this.recovery = message;
    else if (message.kind === "lesson") this.lesson = message;
    else if (message.kind === "questions") this.questions = message;
    else if (message.kind === "rules") this.rules = message;
    else if (message.kind === "reject") this.refusal = message;
  }

  #gather(room: LiveRoom) {
    if (room.table !== this.room?.table) this.forget();
    this.room = room;
  }
}
