import { afterEach, expect, it, vi } from "vitest";
import { flushSync, mount, tick, unmount } from "svelte";
import { show } from "../src/class";
import lesson from "../src/lesson";
import Live from "../src/live/Page.svelte";
import { Visit } from "../src/live/visit.svelte";
import odds from "../src/odds";
import setup from "../src/setup";
import Solo from "../src/solo/Page.svelte";
import { Visit as SoloVisit } from "../src/solo/visit.svelte";
import tableWidget from "../src/table";
import tournament from "../src/tournament";
import type { TableState } from "../src/protocol/table";
import { shortNames } from "../src/table/board/names";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { goldenLesson, goldenOdds, goldenSetup, mounted, sample, samples, type Mounted } from "./mounted";

// In this test language every catalog text is in brackets: readable or spoken text outside of them comes
// from Python, is a name or a number, or was forgotten.

const { bracketed } = vi.hoisted(() => {
  const bracketed = (words: unknown): unknown => {
    if (typeof words === "string") return words && `⟦${words}⟧`;
    if (typeof words === "function") return (...given: unknown[]) => bracketed(words(...given));
    if (typeof words !== "object" || words === null) return words;
    if (!Array.isArray(words)) return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, bracketed(value)]));
    // In a pair of value and text the value stays.
    const pair = words.length === 2 && typeof words[0] !== "object";
    return words.map((each, i) => (pair && i === 0 ? each : bracketed(each)));
  };
  return { bracketed };
});
vi.mock("../src/strings/table.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/live.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/class.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/room.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/saved.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/chart.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/lesson.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/odds.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/tournament.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/solo.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/setup.en", async (original) => bracketed(await original()) as object);

let page: Mounted;
afterEach(() => page?.close());

const SPOKEN = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"];

/** Return all readable or spoken text, except card faces and key names, which are the same in every language. */
function said(root: Element): string[] {
  const found = [...root.querySelectorAll("*")].flatMap((each) => SPOKEN.flatMap((name) => each.getAttribute(name) ?? []));
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement!.closest("svg, kbd, [aria-hidden='true'] > kbd")) found.push(walk.currentNode.textContent!);
  return found;
}

/** Languages have their own names in every catalog. */
const OWN_NAMES = ["English", "Deutsch"];

/** Return all texts in Python's messages. */
const fromPython = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(fromPython) : [];

function outside(state: unknown): string[] {
  const short = shortNames((page.state as Partial<TableState>).view?.observation?.seats.map(({ name }) => name) ?? []);
  const known = [...new Set([...fromPython(state), ...OWN_NAMES])].filter((each) => /\p{L}/u.test(each)).sort((a, b) => b.length - a.length);
  return said(page.el).flatMap((words) => {
    if (short.includes(words)) return [];
    let left = words;
    while (/⟦[^⟦⟧]*⟧/.test(left)) left = left.replace(/⟦[^⟦⟧]*⟧/g, " ");
    for (const each of known) left = left.replaceAll(each, " ");
    return /\p{L}{2}|\p{L}\s*$/u.test(left) ? [words] : [];
  });
}

it("finds a word that is missing from the catalogs", async () => {
  page = await mounted(tableWidget, sample("classic-play"));
  page.find("h2").after("Forgotten");
  page.act("undo").setAttribute("aria-label", "Overlooked");
  expect(outside(page.state)).toEqual(["Overlooked", "Forgotten"]);
});

const views = ["classic/thinking", "classic/continue", "classic/again", "flip/flipped", "masters/choose_phase", "standard/continue", "shared/ready"];

it.each([...samples, ...views])("%s has no English outside the catalogs", async (name) => {
  page = await mounted(tableWidget, sample(name));
  const check = () => expect(outside(page.state)).toEqual([]);
  check();
  if (page.state.view.curtain) return;
  for (const act of ["help", "menu", "save-game", "scores", "menu", "log", "menu", "rules", "groups", "close", "arrange"]) {
    if (page.act(act)?.disabled === false) await page.click(`[data-act="${act}"]`);
    check();
  }
});

it.each(["classic-hit", "flip-play", "masters-play"])("%s with a card selected has no English outside the catalogs", async (name) => {
  page = await mounted(tableWidget, sample(name));
  for (const card of page.all("[data-hand-card]").map(({ dataset }) => dataset.key)) {
    await page.click(`[data-key="${card}"]`);
    expect(outside(page.state)).toEqual([]);
    await page.click(`[data-key="${card}"]`);
  }
});

it("the notice and the offers have no English outside the catalogs", async () => {
  page = await mounted(tableWidget, sample("classic-play"));
  const offers = [{ token: "t", text: "Phase 10, round 3" }];
  page.say({ kind: "welcome", id: page.hello[0]!.id, token: "t", offers });
  page.model.send = () => {
    throw new Error("dead");
  };
  await page.click('[data-act="undo"]');
  expect(page.find("[data-p10='lost']")).not.toBeNull();
  expect(page.find("[data-p10='offers']")).not.toBeNull();
  expect(outside([page.state, offers])).toEqual([]);
});

it.each(["classic", "flip", "standard", "masters"])("the setup screen has no English outside the catalogs for %s", async (edition) => {
  const { about } = structuredClone(goldenSetup);
  const state = { about: { ...about, start: { ...about.start, edition } }, view: { v: 1, rev: 0, ack: null } };
  page = (await mounted(setup, state)) as unknown as Mounted;
  const check = () => expect(outside(state)).toEqual([]);
  check();
  for (const selector of ['[data-preset="short"]', '[data-own="yes"]', '[data-act="groups"]', '[data-act="up"]', '[data-act="add-seat"]', '[data-option="advance"]', '[data-act="remove-seat"]', '[data-act="play"]']) {
    page.find(selector)?.click();
    await page.press("Shift", page.el.firstElementChild!);
    check();
  }
});

it.each(["deal", "draw", "table"] as const)("the odds have no English outside the catalogs: %s", async (kind) => {
  const state = goldenOdds(kind);
  page = (await mounted(odds, state)) as unknown as Mounted;
  const known = [state, "SVG", "PNG", "CSV"];
  const check = () => expect(outside(known)).toEqual([]);
  check();
  for (const selector of ['[data-sort="1"]', '[data-cell="1-1"]', '[data-deal="100"]']) {
    page.find(selector)?.click();
    await page.press("Shift", page.el.firstElementChild!);
    check();
  }
});

it.each([{}, { state: "running" }, { state: "stopped", fault: "" }, { state: "ready", rows: [], pairs: [], said: "", done: 0 }])("the tournament has no English outside the catalogs: %o", async (change) => {
  const state = goldenOdds("tournament") as { about: object; view: object };
  Object.assign(state.view, change);
  page = (await mounted(tournament, state)) as unknown as Mounted;
  expect(outside([state, "SVG", "PNG", "CSV"])).toEqual([]);
});

it("a figure has no English outside the catalogs", async () => {
  const { demo } = goldenLesson();
  page = (await mounted(lesson, demo)) as unknown as Mounted;
  const check = () => expect(outside([demo, "SVG", "PNG", "CSV"])).toEqual([]);
  check();
  for (const selector of ["[data-card='3']", "[data-mark='wild']", "[role='treeitem']"]) {
    page.find(selector).click();
    await page.press("Shift", page.el.firstElementChild!);
    check();
  }
});

it.each(["join", "guest", "host"] as const)("the page for shared tables has no English outside the catalogs: %s", async (role) => {
  const visit = new Visit({ base: "/", language: "en", line: { open: (url) => new FakeSocket(url) } });
  await visit.greet();
  const el = document.body.appendChild(document.createElement("div"));
  const app = mount(Live, { target: el, props: { visit, notice: "" } });
  page = { el, state: {}, close: () => unmount(app).then(() => el.remove()) } as unknown as Mounted;
  const playing = liveTable({ table: 2, state: "playing", round: 2, to_act: 0, needs: "Help!", seats: [{ name: "Ben", presence: "away", person: 2, phase: 3, completed: [] }, { name: "Mia", presence: "computer", person: null, phase: 1, completed: [] }] });
  const [who, what] = [welcome({ role: role === "join" ? "guest" : role }), room({ paused: true, tables: [liveTable(), playing] })];
  if (role !== "join") {
    visit.connect("t");
    FakeSocket.last.opens();
    FakeSocket.last.says(who, what);
  }
  flushSync();
  await tick();
  expect(outside([who, what, visit.address, `${location.host}/live`, visit.link])).toEqual([]);
});

it("the wall has no English outside the catalogs", async () => {
  const el = document.body.appendChild(document.createElement("div"));
  const playing = liveTable({ table: 2, state: "playing", round: 2, to_act: 0 });
  const state = { room: room({ paused: true, tables: [liveTable(), playing] }), code: "BCDFGH", address: "https://school.example/live", link: "", language: "en" };
  const wall = show("wall", el, state, { base: "/", token: "t", play: () => {}, ask: () => false });
  page = { el, state: {}, close: () => (wall.close(), el.remove()) } as unknown as Mounted;
  flushSync();
  await tick();
  expect(el.querySelectorAll("section")).toHaveLength(3);
  expect(outside([state, "school.example/live"])).toEqual([]);
});

it.each(["connecting", "setup", "lost", "outdated"])("the page that plays alone has no English outside the catalogs: %s", async (stage) => {
  const visit = new SoloVisit({ base: "/", start: "setup", language: "en", line: { open: (url) => new FakeSocket(url) } });
  await visit.greet();
  const el = document.body.appendChild(document.createElement("div"));
  const app = mount(Solo, { target: el, props: { visit } });
  page = { el, state: {}, close: () => unmount(app).then(() => el.remove()) } as unknown as Mounted;
  const { about } = structuredClone(goldenSetup);
  FakeSocket.last.opens();
  if (stage !== "connecting") FakeSocket.last.says({ kind: "welcome", v: 1, visit: "v", new: true }, { kind: "screen", screen: 1, name: "setup", about, view: { v: 1, rev: 0, ack: null } });
  if (stage === "outdated") FakeSocket.last.says({ kind: "bye", code: 4409, why: "", after: null });
  await vi.waitFor(() => expect(el.querySelector(stage === "setup" || stage === "lost" ? "form" : "main")).not.toBeNull());
  if (stage === "lost") visit.line.lost = true;
  flushSync();
  await tick();
  expect(outside([about])).toEqual([]);
});
