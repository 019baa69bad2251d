import type { LiveDown, LiveRoom, LiveTable, LiveWelcome } from "../src/protocol/rooms";
import type { SoloDown } from "../src/protocol/solo";
import type { Socket } from "../src/connection/connection.svelte";

/** An in-memory stand-in for a WebSocket; the test acts as the service. */
export class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  static get last() {
    return FakeSocket.all.at(-1)!;
  }
  readonly url: string;
  readonly sent: Record<string, any>[] = [];
  closed = false;
  bufferedAmount = 0;
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;
  onerror: WebSocket["onerror"] = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(data: string) {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close() {
    this.closed = true;
  }
  /** The messages of these kinds that the page sent. */
  of(...kinds: string[]) {
    return this.sent.filter(({ kind }) => kinds.includes(kind as string));
  }
  opens() {
    this.onopen?.call(this as never, new Event("open"));
  }
  says(...messages: (LiveDown | SoloDown)[]) {
    for (const message of messages) this.onmessage?.call(this as never, new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  breaks() {
    this.onclose?.call(this as never, new CloseEvent("close"));
  }
}

const choice = (id: string) => ({ id, name: id.toUpperCase(), line: `about ${id}` });

export const welcome = (change: Partial<LiveWelcome> = {}): LiveWelcome => ({
  kind: "welcome", v: 1, person: 1, name: "Ada", role: "guest", language: "en", code: "BCDFGH", key: "k".repeat(22), notice: "A notice.",
  editions: [choice("classic"), choice("flip")], presets: [choice("usual"), choice("short")], ...change,
}); // prettier-ignore

export const liveTable = (change: Partial<LiveTable> = {}): LiveTable => ({
  table: 1, state: "open", own: null, edition: "classic", title: "Phase 10", preset: "usual", line: "usual, level 4", level: 4, options: {}, most: 6, phases: [1, 2, 3], round: null, to_act: null, needs: "", urgency: 0,
  seats: [
    { name: "Ben", presence: "person", person: 2, phase: null, completed: [] },
    { name: "", presence: "free", person: null, phase: null, completed: [] },
    { name: "", presence: "free", person: null, phase: null, completed: [] },
  ], ...change,
}); // prettier-ignore

export const room = (change: Partial<LiveRoom> = {}): LiveRoom => ({
  kind: "room", locked: false, paused: false, same: false, clock: 0, pace: 0.8, names: false, here: 0, table: null, seat: null, tables: [liveTable()],
  people: [
    { person: 1, name: "Ada", host: false, there: true, table: null, hand: 0 },
    { person: 2, name: "Ben", host: true, there: true, table: 1, hand: 0 },
  ], ...change,
}); // prettier-ignore
