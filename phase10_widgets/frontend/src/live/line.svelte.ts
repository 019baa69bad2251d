import type { LiveBye, LiveDown, LiveHere, LiveRoom, LiveTell, LiveUp, LiveWelcome } from "../protocol/live";
import type { LiveLesson, LiveQuestions } from "../protocol/live_lesson";
import type { Reject } from "../protocol/messages";

/** The time between two signs of life, in milliseconds. */
export const BEAT = 4000;
/** The time to connect, or to answer a message to the table, in milliseconds. */
export const CONNECT = 5000;
/** The silence after which a page that wakes up does not trust its socket, in milliseconds. */
export const QUIET = 5000;
/** The time that a loss may last before people hear of it, in milliseconds. */
export const GRACE = 1000;
const [FEWEST, MOST] = [500, 8000];

/** The service does not want to see this page again: its token, its person or its room is gone, or it is outdated. */
const FINAL = [4401, 4403, 4409, 4410];

/** Requests that repeat themselves or need no answer: after a loss they are not sent again. */
const FLEETING = ["hello", "ping", "language", "pace", "pause", "forget"];

/** What a line needs of a WebSocket. */
export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror">;

export interface LineOptions {
  url: string;
  token: string;
  language: () => string;
  wall?: boolean;
  /** Open a socket. */
  open?: (url: string) => Socket;
  now?: () => number;
  random?: () => number;
}

/** A message to a table, as the adapter composes it. */
export type Said = { kind: string; id: string; rev: number } & Record<string, unknown>;

/** A page's line to the service, which survives its sockets. */
export class Line {
  readonly #options: Required<Omit<LineOptions, "wall">> & Pick<LineOptions, "wall">;
  /** True between the service's welcome and the end of the socket. */
  alive = $state.raw(false);
  /** True while the connection is lost, but not at once: most losses are short. */
  lost = $state.raw(false);
  welcome = $state.raw<LiveWelcome | null>(null);
  room = $state.raw<LiveRoom | null>(null);
  here = $state.raw<LiveHere | null>(null);
  lesson = $state.raw<LiveLesson | null>(null);
  /** The questions that a host can ask. */
  questions = $state.raw<LiveQuestions | null>(null);
  /** The refusal of a message to the room. */
  refusal = $state.raw<Reject | null>(null);
  /** The reason for which the service ended this line for good. */
  bye = $state.raw<LiveBye | null>(null);

  #socket: Socket | null = null;
  #heard = 0;
  #tries = 0;
  #closed = false;
  #returning = false;
  #pending: Said | null = null;
  #count = 0;
  #listeners = new Set<(tell: LiveTell) => void>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  readonly #beat: ReturnType<typeof setInterval>;

  constructor(options: LineOptions) {
    this.#options = { open: (url) => new WebSocket(url), now: Date.now, random: Math.random, ...options };
    this.#beat = setInterval(this.#beats, BEAT);
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("pageshow", this.#wake);
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#drop);
    this.#connect();
  }

  /** Listen to the tables; return a function that ends this. */
  hear(listener: (tell: LiveTell) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Send a message to the room; return false, and send nothing, while there is no connection. */
  send(message: LiveUp): boolean {
    if (!this.alive || !this.#socket) return false;
    this.#put(this.#socket, message);
    return true;
  }

  /** Ask the room for something; a refusal arrives in `refusal`. */
  ask(kind: LiveUp["kind"], fields: Record<string, unknown> = {}): boolean {
    this.refusal = null;
    return this.send({ kind, id: `page:${++this.#count}`, ...fields } as unknown as LiveUp);
  }

  /** Send a message to the table. The newest one without an answer is kept in case the connection is lost. */
  say(message: Said) {
    if (!FLEETING.includes(message.kind)) {
      if (message.id !== this.#pending?.id) this.#expect();
      this.#pending = message;
    }
    if (!this.#returning) this.send({ kind: "say", message });
  }

  close() {
    this.#closed = true;
    clearInterval(this.#beat);
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("pageshow", this.#wake);
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#drop);
    this.#cut();
    clearTimeout(this.#again);
    clearTimeout(this.#grace);
    this.#settle();
  }

  #put(socket: Socket, message: LiveUp) {
    try {
      socket.send(JSON.stringify(message));
    } catch {
      if (socket === this.#socket) this.#drop();
    }
  }

  /** A socket that does not answer a message is dead, even if it has not noticed. */
  #expect() {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.alive && this.#drop(), CONNECT);
  }
  #settle() {
    this.#pending = null;
    clearTimeout(this.#patience);
  }

  #beats = () => {
    if (!document.hidden) this.send({ kind: "beat" });
  };

  // Phones that were asleep keep dead sockets that never say so.
  #wake = () => {
    if (document.hidden || this.#closed) return;
    if (this.#options.now() - this.#heard >= QUIET) this.#connect();
    else this.#beats();
  };

  #connect() {
    this.#cut();
    clearTimeout(this.#again);
    if (this.#closed) return;
    const { open, url, now } = this.#options;
    let socket: Socket;
    try {
      socket = open(url);
    } catch {
      return this.#drop();
    }
    this.#socket = socket;
    this.#heard = now();
    this.#deadline = setTimeout(this.#drop, CONNECT);
    // Every callback names its socket: an old one must not disturb its successor.
    const mine = (then: () => void) => () => {
      if (socket === this.#socket) then();
    };
    socket.onopen = mine(() => this.#hello(socket));
    socket.onclose = mine(this.#drop);
    socket.onerror = mine(this.#drop);
    socket.onmessage = ({ data }) => mine(() => this.#take(data as string))();
  }

  #hello(socket: Socket) {
    const { token, language, wall } = this.#options;
    this.#put(socket, { kind: "hello", v: 1, token, language: language(), ...(wall && { wall: true }) });
  }

  /** Let the socket go without listening to it any more. */
  #cut() {
    const socket = this.#socket;
    this.#socket = null;
    this.alive = false;
    clearTimeout(this.#deadline);
    socket?.close();
    if (socket && !this.#closed) this.#grace ??= setTimeout(() => (this.lost = true), GRACE);
  }

  #drop = () => {
    if (this.#closed) return;
    const most = Math.min(MOST, 2 * FEWEST * 2 ** this.#tries++);
    this.#retry(FEWEST + this.#options.random() * (most - FEWEST));
  };

  #retry(after: number) {
    this.#cut();
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#connect(), after);
  }

  #take(data: string) {
    this.#heard = this.#options.now();
    let message: LiveDown;
    try {
      message = JSON.parse(data) as LiveDown;
    } catch {
      return;
    }
    if (message.kind === "welcome") this.#greet(message);
    else if (message.kind === "room") this.#gather(message);
    else if (message.kind === "here") this.here = message;
    else if (message.kind === "tell") this.#tell(message);
    else if (message.kind === "lesson") this.lesson = message;
    else if (message.kind === "questions") this.questions = message;
    else if (message.kind === "reject") this.refusal = message;
    else if (message.kind === "bye") this.#end(message);
  }

  #greet(message: LiveWelcome) {
    clearTimeout(this.#deadline);
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#returning = this.welcome !== null && this.#pending !== null;
    this.#tries = 0;
    this.welcome = message;
    this.alive = true;
    this.lost = false;
  }

  #gather(room: LiveRoom) {
    // A message to one table is never meant for another.
    if (room.table !== this.room?.table) {
      this.#settle();
      this.#returning = false;
    }
    this.room = room;
  }

  #tell(tell: LiveTell) {
    const { view, message } = tell;
    const pending = this.#pending;
    if (pending && ((view && (view.ack === pending.id || view.rev > pending.rev)) || (message && "id" in message && message.id === pending.id))) this.#settle();
    if (view && this.#returning) {
      this.#returning = false;
      // Nothing has happened since the message was sent: it may have been lost.
      if (this.#pending && this.#pending.rev === view.rev) this.send({ kind: "say", message: this.#pending });
      else this.#settle();
    }
    this.#listeners.forEach((listener) => listener(tell));
  }

  #end(bye: LiveBye) {
    if (!FINAL.includes(bye.code)) return bye.after === null ? this.#drop() : this.#retry(bye.after * 1000 + this.#options.random() * FEWEST);
    this.close();
    this.lost = false;
    this.bye = bye;
  }
}
