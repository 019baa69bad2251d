import type { LiveDown, LiveHere, LiveRecovery, LiveRoom, LiveRules, LiveTell, LiveUp, LiveWelcome } from "../protocol/rooms";
import type { LiveLesson, LivePreview, LiveQuestions } from "../protocol/rooms_lesson";
import type { Reject } from "../protocol/ui";
import { PollSocket } from "../connection/poll-socket";
import { BaseConnection, type ScreenMessage, type SocketOptions } from "../connection/connection.svelte";

/** A newer page of the same person has replaced this one; reconnecting would only replace another. */
export const ELSEWHERE = 4429;

export interface RoomConnectionOptions extends SocketOptions {
  token: string;
  language: () => string;
  wall?: boolean;
}

/** A page's connection to the service. */
export class RoomConnection extends BaseConnection<LiveUp, LiveDown, LiveWelcome, LiveTell> {
  readonly #options: RoomConnectionOptions;
  room = $state.raw<LiveRoom | null>(null);
  here = $state.raw<LiveHere | null>(null);
  /** The code and the link with which a host returns on another device, once requested. */
  recovery = $state.raw<LiveRecovery | null>(null);
  lesson = $state.raw<LiveLesson | null>(null);
  /** The questions that a host can ask. */
  questions = $state.raw<LiveQuestions | null>(null);
  /** The question that a host is about to ask, as the class would see it. */
  preview = $state.raw<LivePreview | null>(null);
  /** The house rules available for a table. */
  rules = $state.raw<LiveRules | null>(null);
  /** The refusal of a message to the room. */
  refusal = $state.raw<Reject | null>(null);
  #count = 0;

  constructor(options: RoomConnectionOptions) {
    super({ poll: (url) => new PollSocket(url), ...options });
    this.#options = options;
  }

  /** Send a request to the room; a refusal arrives in `refusal`. */
  ask(kind: LiveUp["kind"], fields: Record<string, unknown> = {}): boolean {
    this.refusal = null;
    return this.send({ kind, id: `page:${++this.#count}`, ...fields } as unknown as LiveUp);
  }

  protected hello(): LiveUp {
    const { token, language, wall } = this.#options;
    return { kind: "hello", v: 1, token, language: language(), ...(wall && { wall: true }) };
  }

  protected wrap(message: ScreenMessage): LiveUp {
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
    else if (message.kind === "preview") this.preview = message;
    else if (message.kind === "rules") this.rules = message;
    else if (message.kind === "reject") this.refusal = message;
  }

  #gather(room: LiveRoom) {
    if (room.table !== this.room?.table) this.forget();
    this.room = room;
  }
}
