import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RoomConnection } from "../src/rooms/room-connection.svelte";
import { FAILURES, SOCKETS_AGAIN } from "../src/connection/connection.svelte";
import { PollSocket } from "../src/connection/poll-socket";
import { FakeSocket, room, welcome } from "./fake-socket";

interface Asked {
  url: string;
  body: { line: string | null; say: { kind: string }[]; wait: boolean };
  answer: (line: string | null, ...messages: object[]) => void;
  fail: (status?: number) => void;
  aborted: () => boolean;
}

let asked: Asked[] = [];
let connection: RoomConnection | undefined;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => asked.at(-1)!;
const open = () =>
  (connection = new RoomConnection({ url: "ws://here/live/line", token: "t0k3n", language: () => "en", open: (url) => new FakeSocket(url), random: () => 0 }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  FakeSocket.all = [];
  asked = [];
  vi.stubGlobal("fetch", (url: string, { body, signal }: { body: string; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      asked.push({
        url,
        body: JSON.parse(body) as Asked["body"],
        answer: (line, ...messages) => resolve(new Response(JSON.stringify({ line, messages }))),
        fail: (status) => (status ? resolve(new Response("", { status })) : reject(new TypeError("no network"))),
        aborted: () => signal.aborted,
      });
    }),
  );
});
afterEach(() => {
  connection?.close();
  connection = undefined;
});

/** Open a connection, and let its sockets fail until it polls. */
async function polling() {
  open();
  for (let n = 0; n < FAILURES; n++) {
    FakeSocket.last.breaks();
    await wait(500);
  }
}
/** Poll until welcomed; return the request that waits then. */
async function welcomed() {
  await polling();
  last().answer("l1ne", welcome(), room());
  await wait(0);
  return last();
}

describe("a connection without sockets", () => {
  it("polls after two sockets without a welcome", async () => {
    open();
    FakeSocket.last.breaks();
    await wait(500);
    expect(FakeSocket.all).toHaveLength(2);
    expect(asked).toHaveLength(0);
    FakeSocket.last.breaks();
    await wait(500);
    expect(FakeSocket.all).toHaveLength(FAILURES);
    expect(last().url).toBe("http://here/live/poll");
    expect(last().body).toEqual({ line: null, say: [{ kind: "hello", v: 1, token: "t0k3n", language: "en" }], wait: true });
    last().answer("l1ne", welcome(), room());
    await wait(0);
    expect(connection!.alive).toBe(true);
    expect(connection!.room?.people).toHaveLength(2);
    expect(last().body).toEqual({ line: "l1ne", say: [], wait: true });
  });

  it("sends its messages in order, each in its own request", async () => {
    const held = await welcomed();
    connection!.ask("sit", { table: 1 });
    connection!.ask("stand");
    await wait(0);
    expect(last().body).toMatchObject({ line: "l1ne", say: [{ kind: "sit" }], wait: false });
    last().answer("l1ne");
    await wait(0);
    expect(last().body).toMatchObject({ line: "l1ne", say: [{ kind: "stand" }], wait: false });
    held.answer("l1ne", { ...room(), table: 1 });
    await wait(0);
    expect(connection!.room?.table).toBe(1);
    expect(last().body).toEqual({ line: "l1ne", say: [], wait: true });
  });

  it.each([undefined, 410, 502])("says hello again after a request that fails (%s)", async (status) => {
    const held = await welcomed();
    held.fail(status);
    await wait(0);
    expect(connection!.alive).toBe(false);
    await wait(500);
    expect(last().body).toMatchObject({ line: null, say: [{ kind: "hello" }] });
    expect(FakeSocket.all).toHaveLength(FAILURES);
  });

  it("tries a socket again later if a request fails", async () => {
    await welcomed();
    await wait(SOCKETS_AGAIN);
    expect(FakeSocket.all).toHaveLength(FAILURES);
    asked.filter(({ body }) => body.wait).at(-1)!.fail();
    await wait(500);
    expect(FakeSocket.all).toHaveLength(FAILURES + 1);
    FakeSocket.last.opens();
    FakeSocket.last.says(welcome());
    expect(connection!.alive).toBe(true);
  });

  it("never polls once a socket has worked", async () => {
    open();
    FakeSocket.last.opens();
    FakeSocket.last.says(welcome());
    for (let n = 0; n < 5; n++) {
      FakeSocket.last.breaks();
      await wait(8000);
    }
    expect(asked).toHaveLength(0);
  });

  it("stops its requests with the page, and with the service's goodbye", async () => {
    const held = await welcomed();
    connection!.close();
    expect(held.aborted()).toBe(true);
    await polling();
    last().answer(null, { kind: "bye", code: 4403, why: "removed", after: null });
    await wait(60_000);
    expect(connection!.bye?.code).toBe(4403);
    expect(asked.filter(({ body }) => body.line === null)).toHaveLength(2);
  });

  it("learns of its end when the connection is gone", async () => {
    const socket = new PollSocket("wss://here/live/line?room=B");
    const closed = vi.fn();
    socket.onopen = () => socket.send("{}");
    socket.onclose = closed;
    await wait(0);
    expect(last().url).toBe("https://here/live/poll?room=B");
    last().answer(null);
    await wait(0);
    expect(closed).toHaveBeenCalledOnce();
  });
});
