import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RoomConnection } from "../src/rooms/room-connection.svelte";
import { TableModel } from "../src/rooms/table-model";
import type { LiveTell } from "../src/protocol/rooms";
import { BEAT, CONNECT, GRACE, QUIET, type ScreenMessage } from "../src/connection/connection.svelte";
import { FakeSocket, room, welcome } from "./fake-socket";
import { sample } from "./mounted";

let connection: RoomConnection;
let chance = 0;
const open = (options: Partial<ConstructorParameters<typeof RoomConnection>[0]> = {}) =>
  (connection = new RoomConnection({ url: "ws://here/live/line", token: "t0k3n", language: () => "en", open: (url) => new FakeSocket(url), poll: (url) => new FakeSocket(url), random: () => chance, ...options }));
/** The socket connects, and the service welcomes the connection. */
function welcomed(...news: Parameters<FakeSocket["says"]>) {
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(), ...news);
  return FakeSocket.last;
}
/** Open a connection, and wait for the welcome. */
function started(...news: Parameters<FakeSocket["says"]>) {
  open();
  return welcomed(...news);
}
/** Lose the connection, and reconnect. */
async function back(...news: Parameters<FakeSocket["says"]>) {
  FakeSocket.last.breaks();
  await wait(500);
  return welcomed(...news);
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const { about, view } = sample("classic-play");
const tell = (rev: number, ack: string | null = null): LiveTell => ({ kind: "tell", table: 1, view: { ...view, rev, ack } });
const action = (id: string, rev: number): ScreenMessage => ({ kind: "action", v: 1, id, rev, action: {} });
const hidden = (on: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(on);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  FakeSocket.all = [];
  chance = 0;
});
afterEach(() => connection.close());

describe("a connection", () => {
  it("says hello first, with no token in an address", () => {
    open({ wall: true });
    expect(FakeSocket.last.url).not.toContain("t0k3n");
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent).toEqual([{ kind: "hello", v: 1, token: "t0k3n", language: "en", wall: true }]);
    expect(connection.alive).toBe(false);
    FakeSocket.last.says(welcome(), room());
    expect(connection.alive).toBe(true);
    expect(connection.room?.people).toHaveLength(2);
    expect(connection.ask("sit", { table: 1 })).toBe(true);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ kind: "sit", table: 1, id: "page:1" });
    FakeSocket.last.breaks();
    expect(connection.ask("sit", { table: 1 }), "nothing is sent to the room without a connection").toBe(false);
  });

  it("sends heartbeats while the page is visible", async () => {
    const socket = started();
    await wait(2 * BEAT);
    expect(socket.of("beat")).toHaveLength(2);
    hidden(true);
    await wait(2 * BEAT);
    expect(socket.of("beat")).toHaveLength(2);
  });

  it("reconnects after a break, waiting a bit longer each time", async () => {
    started().breaks();
    expect(FakeSocket.all).toHaveLength(1);
    await wait(500);
    expect(FakeSocket.all).toHaveLength(2);
    chance = 1;
    for (const pause of [2000, 4000, 8000, 8000]) {
      FakeSocket.last.breaks();
      const before = FakeSocket.all.length;
      await wait(pause - 1);
      expect(FakeSocket.all).toHaveLength(before);
      await wait(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    welcomed();
    FakeSocket.last.breaks();
    const before = FakeSocket.all.length;
    await wait(1000);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("gives a socket five seconds to connect, and five to be welcomed", async () => {
    open();
    await wait(CONNECT + 500);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.all[0]!.closed).toBe(true);
    FakeSocket.last.opens();
    await wait(CONNECT + 1000);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("ignores a socket that it has left", async () => {
    const old = started();
    await back(room({ paused: true }));
    old.says(room({ paused: false }), { kind: "bye", code: 4403, why: "Removed.", after: null });
    old.breaks();
    expect(connection.room?.paused).toBe(true);
    expect([connection.alive, connection.bye]).toEqual([true, null]);
    await wait(10_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it.each(["visibilitychange", "pageshow", "online"])("takes a new socket at once on %s if the old one has been silent", async (name) => {
    const socket = started();
    const wake = () => (name === "visibilitychange" ? document : window).dispatchEvent(new Event(name));
    wake();
    expect(FakeSocket.all).toHaveLength(1);
    await wait(QUIET);
    hidden(true);
    wake();
    expect(FakeSocket.all).toHaveLength(1);
    hidden(false);
    wake();
    expect(FakeSocket.all).toHaveLength(2);
    expect(socket.closed).toBe(true);
  });

  it("reports a lasting loss", async () => {
    started().breaks();
    expect(connection.lost).toBe(false);
    await wait(GRACE);
    expect(connection.lost).toBe(true);
    welcomed();
    expect(connection.lost).toBe(false);
    await back();
    await wait(10_000);
    expect(connection.lost).toBe(false);
  });

  it("notices by itself that nobody answers", async () => {
    const socket = started();
    socket.says(tell(4));
    connection.say(action("a:1", 4));
    await wait(CONNECT);
    expect(socket.closed).toBe(true);
    expect(connection.alive).toBe(false);
  });
});

describe("the one unanswered message", () => {
  /** Act, at a table at revision 4. */
  function acted() {
    started().says(tell(4));
    connection.say(action("a:1", 4));
    return FakeSocket.last;
  }
  /** Lose the connection, reconnect, and receive this; return the ids of the messages sent again. */
  async function again(...news: LiveTell[]) {
    await back();
    expect(FakeSocket.last.of("say")).toEqual([]);
    FakeSocket.last.says(...news);
    return FakeSocket.last.of("say").map(({ message }) => (message as ScreenMessage).id);
  }

  it.each([
    ["nothing has happened", tell(4), ["a:1"]],
    ["it was carried out", tell(5, "a:1"), []],
    ["somebody else acted", tell(5), []],
    ["it is answered at the same revision", tell(4, "a:1"), []],
  ])("is sent again only if necessary: %s", async (_, news, sent) => {
    acted();
    expect(await again(news)).toEqual(sent);
    // Only once.
    FakeSocket.last.says(tell(4));
    expect(FakeSocket.last.of("say")).toHaveLength(sent.length);
  });

  it("is the newest one, even if it was sent without a connection", async () => {
    acted().breaks();
    connection.say(action("a:2", 4));
    expect(await again(tell(4))).toEqual(["a:2"]);
  });

  it("is not sent again when the room gets a new code", () => {
    const socket = acted();
    socket.says(welcome({ code: "CDFGHJ" }), tell(4));
    expect(connection.welcome!.code).toBe("CDFGHJ");
    expect(socket.of("say")).toHaveLength(1);
  });

  it("waits for the view before it is repeated", async () => {
    acted();
    await back();
    connection.say(action("a:1", 4)); // the adapter repeats it
    expect(FakeSocket.last.of("say")).toEqual([]);
    FakeSocket.last.says(tell(4));
    expect(FakeSocket.last.of("say")).toHaveLength(1);
  });

  it("is finished when it is refused", async () => {
    acted();
    FakeSocket.last.says({ kind: "tell", table: 1, message: { kind: "reject", id: "a:1", code: "no", rule: null, why: "No." } });
    expect(await again(tell(4))).toEqual([]);
  });

  it("never goes to another table", async () => {
    started().says(room({ table: 1 }), tell(4));
    connection.say(action("a:1", 4));
    await back(room({ table: null }), room({ table: 2 }), { ...tell(4), table: 2 });
    expect(FakeSocket.last.of("say")).toEqual([]);
    connection.say(action("a:2", 4));
    expect(FakeSocket.last.of("say")).toHaveLength(1);
  });

  it("is never a greeting or a preference", async () => {
    started().says(tell(4));
    connection.say({ kind: "hello", id: "a:1", rev: 4 });
    expect(await again(tell(4))).toEqual([]);
  });
});

describe("a goodbye", () => {
  it.each([4401, 4403, 4409, 4410, 4429])("with %i is final", async (code) => {
    started().says({ kind: "bye", code, why: "Because.", after: null });
    expect(connection.bye).toMatchObject({ code, why: "Because." });
    FakeSocket.last.breaks();
    await wait(60_000);
    window.dispatchEvent(new Event("pageshow"));
    expect(FakeSocket.all).toHaveLength(1);
  });

  it.each([1012, 4421])("with %i says when to come back, and why the page waits", async (code) => {
    started().says({ kind: "bye", code, why: "Because.", after: 3 });
    FakeSocket.all[0]!.breaks();
    await wait(2999);
    expect(FakeSocket.all).toHaveLength(1);
    expect([connection.lost, connection.why]).toEqual([true, "Because."]);
    await wait(1);
    expect(FakeSocket.all).toHaveLength(2);
    expect(connection.bye).toBeNull();
    welcomed();
    expect([connection.lost, connection.why]).toEqual([false, ""]);
  });
});

describe("a table's model", () => {
  const listened = () => {
    const model = new TableModel(connection);
    connection.hear((heard) => model.take(heard));
    const heard: unknown[] = [];
    model.on("change:about", () => heard.push(["about", model.get("view") !== undefined]));
    model.on("change:view", () => heard.push("view"));
    model.on("msg:custom", (message) => heard.push(message));
    return { model, heard };
  };

  it("fires for the service's values, once all are set", () => {
    const socket = started();
    const { model, heard } = listened();
    socket.says({ kind: "tell", table: 1, about, view, message: { kind: "pong", id: "x" } });
    expect(heard).toEqual([["about", true], "view", { kind: "pong", id: "x" }]);
    expect(model.ready).toBe(true);
  });

  it("wraps messages without stored tokens, and answers pings itself while the connection is alive", () => {
    const socket = started();
    const { model, heard } = listened();
    model.send({ kind: "hello", id: "a:1", rev: 0, tokens: ["secret"] });
    expect(socket.sent.at(-1)).toEqual({ kind: "say", message: { kind: "hello", id: "a:1", rev: 0, tokens: [] } });
    model.send({ kind: "ping", id: "a:1", rev: 0 });
    expect(heard).toEqual([{ kind: "pong", id: "a:1" }]);
    socket.breaks();
    model.send({ kind: "ping", id: "a:2", rev: 0 });
    expect(heard).toHaveLength(1);
    expect(socket.of("say")).toHaveLength(1);
  });
});
