import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";
import Page from "../src/rooms/Page.svelte";
import { Visit } from "../src/rooms/visit.svelte";
import type { LiveHere, LiveRoom, LiveWelcome } from "../src/protocol/rooms";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { sample } from "./mounted";
import { settle } from "./page";

/** The page for shared tables; the test acts as the server. */
export let visit: Visit;
let el: HTMLElement;
let app: object | null = null;
export const KEY = "k".repeat(22);
/** The server's answers, by the last word of the address; a token by default. */
export const answers: Record<string, [status: number, body: unknown]> = {};
export const posted: { url: string; body: Record<string, unknown> }[] = [];

export async function leave() {
  if (app) await unmount(app);
  app = null;
  el?.remove();
}
/** Show the page of a visit with these settings; with a greeting, after it has read the link. */
export async function show(settings: Partial<ConstructorParameters<typeof Visit>[0]>, chance = 0, greet = false) {
  await leave();
  visit = new Visit({ base: "/phase10/", language: "en", connection: { open: (url) => new FakeSocket(url), random: () => chance }, ...settings });
  if (greet) await visit.greet();
  el = document.body.appendChild(document.createElement("div"));
  app = mount(Page, { target: el, props: { visit, notice: "" } });
  flushSync();
}
/** Open the page by a link. */
export async function open(hash = "") {
  history.replaceState(null, "", `#${hash}`);
  await show({}, 0, true);
  await settle();
}
export const says = async (...messages: Parameters<FakeSocket["says"]>) => {
  FakeSocket.last.says(...messages);
  await settle();
};
export const stored = () => JSON.parse(localStorage.getItem("phase10_live")!) as Record<string, object>;
/** Store a token, like a person who was here before. */
export function known() {
  localStorage.setItem("phase10_live", JSON.stringify({ [KEY]: { token: "t", name: "Ada", at: 1 } }));
}
/** Join with a stored token. */
export async function inside(who: Partial<LiveWelcome> = {}, what: Partial<LiveRoom> = {}) {
  known();
  await open(`k=${KEY}`);
  FakeSocket.last.opens();
  await says(welcome(who), room(what));
}
const seat = (name: string, person: number | null, phase: number) => ({ name, presence: person ? ("person" as const) : ("computer" as const), person, phase, completed: [] });
export const playing = liveTable({ state: "playing", round: 2, to_act: 0, seats: [seat("Ben", 2, 3), seat("Ada", 1, 2), seat("Mia", null, 1)] });
/** Sit at a running table. */
export async function atTable(name = "classic-play", role: LiveWelcome["role"] = "guest", what: Partial<LiveRoom> = {}) {
  await inside({ role });
  const { about, view } = sample(name);
  await says(room({ table: 1, seat: 1, tables: [playing], ...what }), { kind: "tell", table: 1, about: { ...about, home: "lost", may: [] }, view });
  return view;
}
export const here = (change: Partial<LiveHere> = {}): LiveHere => ({ kind: "here", seats: ["person", "person"], to_act: { seat: 1, name: "Ada" }, left: null, of: null, paused: false, watchers: 0, ...change });
/** The page's messages since its greeting, without the heartbeats that a slow machine adds. */
export const sent = () => FakeSocket.last.sent.slice(1).filter(({ kind }) => kind !== "beat");

beforeEach(() => {
  FakeSocket.all = [];
  posted.length = 0;
  Object.keys(answers).forEach((name) => delete answers[name]);
  document.body.dataset.p10 = "page";
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const asked = url.split("/").at(-1)!.split("?")[0]!;
    if (asked !== "invitation") posted.push({ url, body: JSON.parse(body) as Record<string, unknown> });
    const [status, answer] = answers[asked] ?? [200, asked === "invitation" ? { host: "Hanna" } : { token: "new" }];
    return new Response(JSON.stringify(answer), { status });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await leave();
  delete document.body.dataset.p10;
});
