/** The time between two heartbeats, in milliseconds. */
export const BEAT = 4000;
/** The time to connect, or to answer a message, in milliseconds. */
export const CONNECT = 5000;
/** The silence after which a page that wakes up distrusts its socket, in milliseconds. */
export const QUIET = 5000;
/** The time that a loss may last before it is reported, in milliseconds. */
export const GRACE = 1000;
/** The number of consecutive sockets that must fail before a connection polls, unless one has ever worked. */
export const FAILURES = 2;
/** The time after which a connection that polls tries a socket again, at its next break, in milliseconds. */
export const SOCKETS_AGAIN = 60_000;
const [FEWEST, MOST] = [500, 8000];

/** Python refuses this page for good: its token, its person or its room is gone, or it is outdated. */
const FINAL = [4401, 4403, 4409, 4410];

/** Requests that repeat themselves or need no answer, and are not sent again after a loss. */
const FLEETING = ["hello", "ping", "language", "pace", "pause", "forget", "react"];

/** The part of a WebSocket that a connection uses. */
export interface Socket extends Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror"> {
  readonly bufferedAmount?: number;
  /** True if the other end is in this browser: it has no time limits, needs no network, and reports its end. */
  readonly local?: boolean;
}

export interface SocketOptions {
  url: string;
  /** Open a socket. */
  open?: (url: string) => Socket;
  /** Open a replacement for a socket in a network that blocks websockets. */
  poll?: (url: string) => Socket;
  now?: () => number;
  random?: () => number;
}

/** A message to a screen, as the adapter composes it. */
export type ScreenMessage = { kind: string; id: string; rev: number } & Record<string, unknown>;

/** The parts of an update that answer messages. */
interface Answering {
  view?: { rev: number; ack: string | null };
  message?: object;
}

interface Bye {
  kind: "bye";
  code: number;
  why: string;
  after: number | null;
}

/** A page's connection to Python, which survives its sockets. */
export abstract class BaseConnection<Up extends { kind: string }, Down extends { kind: string }, Welcome extends Down, Update extends Down & Answering> {
  readonly #options: Required<Omit<SocketOptions, "poll">> & Pick<SocketOptions, "poll">;
  /** True between the welcome and the end of the socket. */
  alive = $state.raw(false);
  /** True while the connection is lost, after a delay, since most losses are short. */
  lost = $state.raw(false);
  /** The reason that Python gave for this loss, if any. */
  why = $state.raw("");
  welcome = $state.raw<Welcome | null>(null);
  /** The reason why this connection has ended for good. */
  bye = $state.raw<Bye | null>(null);

  #socket: Socket | null = null;
  #heard = 0;
  #tries = 0;
  #closed = false;
  #returning = false;
  #polls = false;
  /** The number of failed sockets, which no longer matters once one has worked. */
  #failures = 0;
  #tried = 0;
  #pending: ScreenMessage | null = null;
  #listeners = new Set<(update: Update) => void>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  readonly #beat: ReturnType<typeof setInterval>;

  constructor({ url, open = (url) => new WebSocket(url), poll, now = Date.now, random = Math.random }: SocketOptions) {
    this.#options = { url, open, poll, now, random };
    this.#beat = setInterval(this.#beats, BEAT);
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("pageshow", this.#wake);
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#offline);
    this.#connect();
  }

  /** Return the first message of every socket. */
  protected abstract hello(): Up;
  /** Return a screen's message as this connection sends it. */
  protected abstract wrap(message: ScreenMessage): Up;
  /** True if Python refuses this page after a goodbye with this code. */
  protected final(code: number) {
    return FINAL.includes(code);
  }
  /** Handle a message that is neither a welcome nor a goodbye. */
  protected abstract take(message: Down): void;

  /** Listen to the screens; return a function that stops listening. */
  hear(listener: (update: Update) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Send a message; return false, and send nothing, while there is no connection. */
  send(message: Up): boolean {
    if (!this.alive || !this.#socket) return false;
    this.#put(this.#socket, message);
    return true;
  }

  /** Send a screen's message. The newest one without an answer is kept in case the connection is lost. */
  say(message: ScreenMessage) {
    if (!FLEETING.includes(message.kind)) {
      const repeated = message.id === this.#pending?.id;
      // A file is slow on a slow network, and takes twice as long if it is sent twice.
      if (repeated && this.#socket?.bufferedAmount) return;
      if (!repeated) this.#expect();
      this.#pending = message;
    }
    if (!this.#returning) this.send(this.wrap(message));
  }

  close() {
    this.#closed = true;
    clearInterval(this.#beat);
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("pageshow", this.#wake);
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#offline);
    this.#cut();
    clearTimeout(this.#again);
    clearTimeout(this.#grace);
    this.#settle();
  }

  protected greet(message: Welcome) {
    clearTimeout(this.#deadline);
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#returning = this.welcome !== null && !this.alive && this.#pending !== null;
    this.#tries = 0;
    if (!this.#polls) this.#failures = -Infinity;
    this.welcome = message;
    this.alive = true;
    this.lost = false;
    this.why = "";
  }

  /** Forget the unanswered message, which is never meant for another screen. */
  protected forget() {
    this.#settle();
    this.#returning = false;
  }

  /** Pass an update on to the screens. */
  protected tell(update: Update) {
    const { view, message } = update;
    const pending = this.#pending;
    if (pending && ((view && (view.ack === pending.id || view.rev > pending.rev)) || (message && "id" in message && message.id === pending.id))) this.#settle();
    if (view && this.#returning) {
      this.#returning = false;
      // Nothing has happened since the message was sent: it may have been lost.
      if (this.#pending && this.#pending.rev === view.rev) this.send(this.wrap(this.#pending));
      else this.#settle();
    }
    this.#listeners.forEach((listener) => listener(update));
  }

  #put(socket: Socket, message: Up) {
    try {
      socket.send(JSON.stringify(message));
    } catch {
      if (socket === this.#socket) this.#drop();
    }
  }

  /** A socket that does not answer a message is dead, even if it has not noticed, unless part of the message has just left. */
  #expect(before = Infinity) {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      const { bufferedAmount: left = 0, local } = this.#socket ?? {};
      if (left && left < before) this.#expect(left);
      else if (this.alive && !local) this.#drop();
    }, CONNECT);
  }
  #settle() {
    this.#pending = null;
    clearTimeout(this.#patience);
  }

  #beats = () => {
    if (!document.hidden) this.send({ kind: "beat" } as Up);
  };

  // After sleep, phones keep dead sockets that never report it.
  #wake = () => {
    if (document.hidden || this.#closed) return;
    if (!this.#socket?.local && this.#options.now() - this.#heard >= QUIET) this.#connect();
    else this.#beats();
  };

  #connect() {
    this.#cut();
    clearTimeout(this.#again);
    if (this.#closed) return;
    const { url, now } = this.#options;
    let socket: Socket;
    try {
      socket = this.#way()(url);
    } catch {
      return this.#drop();
    }
    this.#socket = socket;
    this.#heard = now();
    if (!socket.local) this.#deadline = setTimeout(this.#drop, CONNECT);
    // Every callback names its socket: an old one must not disturb its successor.
    const mine = (then: () => void) => () => {
      if (socket === this.#socket) then();
    };
    socket.onopen = mine(() => this.#put(socket, this.hello()));
    socket.onclose = mine(this.#drop);
    socket.onerror = mine(this.#drop);
    socket.onmessage = ({ data }) => mine(() => this.#take(data as string))();
  }

  /** Choose between a socket and polling. */
  #way() {
    const { open, poll, now } = this.#options;
    this.#polls = !!poll && this.#failures >= FAILURES && now() - this.#tried < SOCKETS_AGAIN;
    if (!this.#polls) this.#tried = now();
    return this.#polls ? poll! : open;
  }

  /** Drop the socket and stop listening to it. */
  #cut() {
    const socket = this.#socket;
    this.#socket = null;
    this.alive = false;
    clearTimeout(this.#deadline);
    socket?.close();
    if (socket && !this.#closed) this.#grace ??= setTimeout(() => (this.lost = true), GRACE);
  }

  #offline = () => {
    if (!this.#socket?.local) this.#drop();
  };

  #drop = () => {
    if (this.#closed) return;
    if (!this.alive && !this.#polls) this.#failures++;
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
    let message: Down;
    try {
      message = JSON.parse(data) as Down;
    } catch {
      return;
    }
    if (message.kind === "welcome") this.greet(message as Welcome);
    else if (message.kind === "bye") this.#end(message as unknown as Bye);
    else this.take(message);
  }

  #end(bye: Bye) {
    if (!this.final(bye.code)) {
      this.why = bye.why;
      return bye.after === null ? this.#drop() : this.#retry(bye.after * 1000 + this.#options.random() * FEWEST);
    }
    this.close();
    this.lost = false;
    this.bye = bye;
  }
}
