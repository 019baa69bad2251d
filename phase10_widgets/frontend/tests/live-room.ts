import { flushSync, mount, tick, unmount } from "svelte";
import axe from "axe-core";
import { afterEach, beforeEach, vi } from "vitest";
import Page from "../src/live/Page.svelte";
import { Visit } from "../src/live/visit.svelte";
import type { LiveRoom, LiveWelcome } from "../src/protocol/live";
import { speak } from "../src/strings/language.svelte";
import { FakeSocket, room, welcome } from "./fake-socket";

/** The page for shared tables; the test plays the server. */
export let el: HTMLElement;
export let visit: Visit;
let app: object | null = null;
export const KEY = "k".repeat(22);
/** What the server answers, by the last word of the address; a token where nothing stands here. */
export const answers: Record<string, [status: number, body: unknown]> = {};
export const posted: { url: string; body: Record<string, unknown> }[] = [];

export const settle = async () => {
  await new Promise((done) => setTimeout(done));
  flushSync();
  await tick();
};
export async function leave() {
  if (app) await unmount(app);
  app = null;
  el?.remove();
}
/** Show the page of a visit with these settings, after it has read the link if it is to greet. */
export async function show(settings: Partial<ConstructorParameters<typeof Visit>[0]>, chance = 0, greet = false) {
  await leave();
  visit = new Visit({ base: "/phase10/", language: "en", line: { open: (url) => new FakeSocket(url), random: () => chance }, ...settings });
  if (greet) await visit.greet();
  el = document.body.appendChild(document.createElement("div"));
  app = mount(Page, { target: el, props: { visit, notice: "" } });
  flushSync();
}
/** Come to the page by a link. */
export async function open(hash = "") {
  history.replaceState(null, "", `#${hash}`);
  await show({}, 0, true);
  await settle();
}
export const find = <E extends HTMLElement = HTMLButtonElement>(selector: string) => el.querySelector<E>(selector)!;
export const act = (name: string) => find(`[data-act="${name}"]`);
export const press = async (name: string) => {
  act(name).click();
  await settle();
};
export const says = async (...messages: Parameters<FakeSocket["says"]>) => {
  FakeSocket.last.says(...messages);
  await settle();
};
/** Come in with a stored token. */
export async function inside(who: Partial<LiveWelcome> = {}, what: Partial<LiveRoom> = {}) {
  localStorage.setItem("phase10_live", JSON.stringify({ [KEY]: { token: "t", name: "Ada", at: 1 } }));
  await open(`k=${KEY}`);
  FakeSocket.last.opens();
  await says(welcome(who), room(what));
}
export const sent = () => FakeSocket.last.sent.slice(1);
export const violations = async () => (await axe.run(el, { rules: { "color-contrast": { enabled: false } } })).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

beforeEach(() => {
  localStorage.clear();
  FakeSocket.all = [];
  posted.length = 0;
  Object.keys(answers).forEach((name) => delete answers[name]);
  document.body.dataset.p10 = "page";
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    posted.push({ url, body: JSON.parse(body) as Record<string, unknown> });
    const [status, answer] = answers[url.split("/").at(-1)!.split("?")[0]!] ?? [200, { token: "new" }];
    return new Response(JSON.stringify(answer), { status });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await leave();
  delete document.body.dataset.p10;
  speak("en");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
