import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SoloScreen, SoloTell, SoloWelcome } from "../src/protocol/solo";
import { CONNECT, GRACE, QUIET, type ScreenMessage } from "../src/connection/connection.svelte";
import { SoloConnection } from "../src/solo/solo-connection.svelte";
import { BUSY, WorkerSocket } from "../src/solo/worker-socket";
import { FakeSocket } from "./fake-socket";
import { FakeWorker } from "./fake-worker";
import { sample } from "./mounted";
import { blockStorage } from "./page";

let connection: SoloConnection;
const updates: (SoloScreen | SoloTell)[] = [];
const open = (options: Partial<ConstructorParameters<typeof SoloConnection>[0]> = {}) => {
  connection = new SoloConnection({ url: "ws://here/play/line", start: "setup", language: () => null, open: (url) => new FakeSocket(url), random: () => 0, ...options });
  connection.hear((update) => updates.push(update));
  return connection;
};
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const welcome = (change: Partial<SoloWelcome> = {}): SoloWelcome => ({ kind: "welcome", v: 1, visit: "one", new: true, ...change });
const { about, view } = sample("classic-play");
const screen = (number: number, rev = 4, ack: string | null = null): SoloScreen => ({ kind: "screen", screen: number, name: "table", about, view: { ...view, rev, ack } });
const tell = (number: number, rev: number, ack: string | null = null): SoloTell => ({ kind: "tell", screen: number, view: { ...view, rev, ack } });
const action = (id: string, rev: number): ScreenMessage => ({ kind: "action", v: 1, id, rev, action: {} });
/** Open a connection that shows this screen. */
function on(number: number) {
  open();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(), screen(number));
  return FakeSocket.last;
}
/** Lose the connection, and reconnect. */
async function back(news: Partial<SoloWelcome> = { new: false }) {
  FakeSocket.last.breaks();
  await wait(500);
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(news));
  return FakeSocket.last;
}
const arrive = (type: string) => vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as unknown as PerformanceEntry]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  FakeSocket.all = [];
  updates.length = 0;
});
afterEach(() => connection?.close());

describe("the greeting", () => {
  it.each([
    ["reload", "one"],
    ["back_forward", "one"],
    ["navigate", null],
  ])("names the visit again after a %s: %s", (type, visit) => {
    on(1);
    connection.close();
    arrive(type);
    open();
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ visit });
    open({ start: "coach" });
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ visit: null });
  });

  it("takes another visit if the server says so, because another tab has this one", async () => {
    sessionStorage.setItem("p10-visit-setup", "taken");
    open();
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ visit: "taken" });
    FakeSocket.last.says(welcome({ visit: "mine" }), screen(1));
    expect(sessionStorage.getItem("p10-visit-setup")).toBe("mine");
    expect((await back()).sent[0]).toMatchObject({ visit: "mine" });
  });

  it("names the visit even if storage is blocked", async () => {
    blockStorage();
    on(1);
    expect((await back()).sent[0]).toMatchObject({ visit: "one" });
  });
});

describe("the screens of a visit", () => {
  it("receive only their own messages", () => {
    const socket = on(1);
    socket.says(screen(2), tell(1, 9), tell(3, 9), tell(2, 5));
    expect(updates.map((update) => [update.kind, update.screen])).toEqual([["screen", 1], ["screen", 2], ["tell", 2]]);
    socket.says({ kind: "later" } as never);
    expect(updates).toHaveLength(3);
  });

  it("have a place, which a reconnection keeps and another visit changes", async () => {
    on(1);
    const { place } = connection;
    FakeSocket.last.says(tell(1, 5));
    (await back()).says(screen(1));
    expect(connection.place).toBe(place);
    (await back({ visit: "two" })).says(tell(1, 5), screen(1));
    expect(connection.place).toEqual({ visit: 2, screen: 1 });
    expect(updates.map(({ kind }) => kind)).toEqual(["screen", "tell", "screen", "screen"]);
    FakeSocket.last.says(screen(2));
    expect(connection.place).toEqual({ visit: 2, screen: 2 });
  });

  it.each([
    ["another screen", { new: false }, 3],
    ["another visit", { new: true }, 2],
  ])("never get a message meant for %s", async (_, news, number) => {
    on(2);
    connection.say(action("a:1", 4));
    (await back(news)).says(screen(number));
    expect(FakeSocket.last.of("say")).toEqual([]);
    connection.say(action("a:2", 4));
    expect(FakeSocket.last.of("say")).toMatchObject([{ screen: number }]);
  });
});

it("a long message may take a long time to send", async () => {
  const socket = on(1);
  const file: ScreenMessage = { kind: "load", v: 1, id: "a:1", rev: 4, text: "x".repeat(2_000_000) };
  connection.say(file);
  for (const left of [1_500_000, 500_000]) {
    socket.bufferedAmount = left;
    connection.say(file); // the adapter repeats it
    await wait(CONNECT);
  }
  expect(socket.of("say")).toHaveLength(1);
  expect(socket.closed).toBe(false);
  await wait(CONNECT);
  expect(socket.closed).toBe(true);
});

describe("a worker with Python in it", () => {
  const worked = () => open({ url: "worker.js", open: (url) => new WorkerSocket(url) });
  beforeEach(() => {
    FakeWorker.all = [];
    vi.stubGlobal("Worker", FakeWorker);
  });

  it("is a module, and is greeted when ready", () => {
    worked();
    expect(FakeWorker.last).toMatchObject({ url: "worker.js", options: { type: "module" }, sent: [] });
    FakeWorker.last.posts("loading", "ready");
    expect(FakeWorker.last.sent).toMatchObject([{ kind: "hello", visit: null }]);
    FakeWorker.last.posts(welcome(), screen(1));
    expect([connection.alive, connection.place.screen]).toEqual([true, 1]);
    connection.close();
    expect(FakeWorker.last.ended).toBe(true);
  });

  it("has no time limit, and needs no network", async () => {
    worked();
    await wait(60_000);
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("pageshow"));
    expect(FakeWorker.all).toHaveLength(1);
    FakeWorker.last.posts("ready", welcome(), screen(1));
    connection.say(action("a:1", 4));
    await wait(QUIET + CONNECT);
    window.dispatchEvent(new Event("online"));
    await wait(GRACE);
    expect([FakeWorker.all.length, connection.alive, connection.lost]).toEqual([1, true, false]);
  });

  it.each(["fails", "ends"])("is started again if it %s", async (way) => {
    worked();
    if (way === "fails") FakeWorker.last.fails();
    else FakeWorker.last.posts("ended");
    expect(FakeWorker.last.ended).toBe(true);
    await wait(500);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it("continues after an error in one message", async () => {
    worked();
    FakeWorker.last.posts("ready", welcome(), screen(1));
    FakeWorker.last.fails();
    await wait(500);
    expect([FakeWorker.all.length, connection.alive]).toEqual([1, true]);
  });

  it("is terminated if it hangs in a learner's code, but not while it starts or answers", async () => {
    const [hung, closed] = [vi.fn(), vi.fn()];
    const socket = new WorkerSocket("worker.js", "confined", () => {}, hung);
    socket.onclose = closed;
    const worker = FakeWorker.last;
    worker.busy = true;
    socket.send("{}");
    await wait(10 * BUSY);
    worker.posts("loading 0.5", "ready");
    worker.busy = false;
    await wait(10 * BUSY);
    socket.send("{}");
    await wait(10 * BUSY);
    worker.busy = true;
    socket.send("{}");
    await wait(BUSY - 1);
    expect(hung).not.toHaveBeenCalled();
    await wait(1);
    expect([hung, closed].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });
});
