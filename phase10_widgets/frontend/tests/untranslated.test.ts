import { expect, it, vi } from "vitest";
import { mount, unmount } from "svelte";
import { show } from "../src/class";
import lesson from "../src/lesson";
import Live from "../src/rooms/Page.svelte";
import { Visit } from "../src/rooms/visit.svelte";
import odds from "../src/odds";
import setup from "../src/setup";
import Solo from "../src/solo/Page.svelte";
import { Visit as SoloVisit } from "../src/solo/visit.svelte";
import tournament from "../src/tournament";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { closing, goldenLesson, goldenOdds, goldenSetup, mounted, open, samples, settle, table } from "./mounted";
import { find } from "./page";

// In this test language every catalog text is in brackets: readable or spoken text outside of them comes
// from Python, is a name or a number, or was forgotten.

const { bracketed } = vi.hoisted(() => {
  const bracketed = (words: unknown): unknown => {
    if (typeof words === "string") return words && `⟦${words}⟧`;
    if (typeof words === "function") return (...given: unknown[]) => bracketed(words(...given));
    if (typeof words !== "object" || words === null) return words;
    if (!Array.isArray(words)) return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, bracketed(value)]));
    // In a pair of value and text, the value stays.
    const pair = words.length === 2 && typeof words[0] !== "object";
    return words.map((each, i) => (pair && i === 0 ? each : bracketed(each)));
  };
  return { bracketed };
});
vi.mock("../src/strings/table.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/rooms.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/class.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/rooms-shared.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/saved.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/chart.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/learner.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/odds.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/tournament.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/solo.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/strings/setup.en", async (original) => bracketed(await original()) as object);
vi.mock("../src/connection/widget-file", async (original) => ({ ...(await original<object>()), loadWidget: async () => (setup as () => object)() }));

const SPOKEN = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"];

/** Return all readable or spoken text, except card faces and key names, which are the same in every language. */
function visibleTexts(root: Element): string[] {
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

/** The texts of the page that come neither from the catalogs nor from Python's messages. */
function outside(state: unknown): string[] {
  const known = [...new Set([...fromPython(state), ...OWN_NAMES])].filter((each) => /\p{L}/u.test(each)).sort((a, b) => b.length - a.length);
  return visibleTexts(document.body).flatMap((words) => {
    let left = words;
    while (/⟦[^⟦⟧]*⟧/.test(left)) left = left.replace(/⟦[^⟦⟧]*⟧/g, " ");
    for (const each of known) left = left.replaceAll(each, " ");
    return /\p{L}{2}|\p{L}\s*$/u.test(left) ? [words] : [];
  });
}

/** Press these one after another, if they exist, and check every text. */
async function checked(state: unknown, ...selectors: string[]) {
  expect(outside(state)).toEqual([]);
  for (const selector of selectors) {
    const button = find(selector);
    if (button && !button.disabled) button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await settle();
    expect(outside(state), selector).toEqual([]);
  }
}
const acts = (...names: string[]) => names.map((name) => `[data-act="${name}"]`);
const FILES = ["SVG", "PNG", "CSV"];

it("finds a word that is missing from the catalogs", async () => {
  await open("classic-play");
  table.find("h2").after("Forgotten");
  table.act("undo").setAttribute("aria-label", "Overlooked");
  expect(outside(table.state)).toEqual(["Overlooked", "Forgotten"]);
});

const views = ["classic/thinking", "classic/continue", "classic/again", "flip/flipped", "masters/choose_phase", "standard/continue", "shared/ready"];

it.each([...samples, ...views])("%s has no English outside the catalogs", async (name) => {
  const { state } = await open(name);
  const sheets = acts("help", "menu", "save-game", "scores", "menu", "log", "menu", "rules", "groups", "close", "arrange");
  await checked(state, ...(state.view.curtain ? [] : sheets));
});

it.each(["classic-hit", "flip-play", "masters-play"])("%s with a card selected has no English outside the catalogs", async (name) => {
  const { all, state } = await open(name);
  await checked(state, ...all("[data-hand-card]").flatMap(({ dataset }) => [`[data-key="${dataset.key}"]`, `[data-key="${dataset.key}"]`]));
});

it("the notice and the offers have no English outside the catalogs", async () => {
  await open("classic-play");
  const offers = [{ token: "t", text: "Phase 10, round 3" }];
  table.say({ kind: "welcome", id: table.hello[0]!.id, token: "t", offers });
  table.model.send = () => {
    throw new Error("dead");
  };
  await table.click('[data-act="undo"]');
  expect(table.find("[data-p10='lost']")).not.toBeNull();
  expect(table.find("[data-p10='offers']")).not.toBeNull();
  expect(outside({ ...table.state, offers })).toEqual([]);
});

it.each(["classic", "flip", "standard", "masters"])("the setup screen has no English outside the catalogs for %s", async (edition) => {
  const { about } = structuredClone(goldenSetup);
  const state = { about: { ...about, start: { ...about.start, edition } }, view: { v: 1, rev: 0, ack: null } };
  await mounted(setup, state);
  const presses = ['[data-preset="short"]', '[data-own="yes"]', ...acts("groups", "up", "add-seat"), '[data-option="advance"]', ...acts("remove-seat", "play")];
  await checked(state, ...presses);
});

it.each(["deal", "draw", "table"] as const)("the odds have no English outside the catalogs: %s", async (kind) => {
  const state = goldenOdds(kind);
  await mounted(odds, state);
  await checked([state, ...FILES], '[data-sort="1"]', '[data-cell="1-1"]', '[data-deal="100"]');
});

it.each([{}, { state: "running" }, { state: "stopped", fault: "" }, { state: "ready", rows: [], pairs: [], said: "", done: 0 }])("the tournament has no English outside the catalogs: %o", async (change) => {
  const state = goldenOdds("tournament") as { about: object; view: object };
  Object.assign(state.view, change);
  await mounted(tournament, state);
  expect(outside([state, ...FILES])).toEqual([]);
});

it("a figure has no English outside the catalogs", async () => {
  const { demo } = goldenLesson();
  await mounted(lesson, demo);
  await checked([demo, ...FILES], "[data-card='3']", "[data-mark='wild']", "[role='treeitem']");
});

it.each(["join", "guest", "host"] as const)("the page for shared tables has no English outside the catalogs: %s", async (role) => {
  const visit = new Visit({ base: "/", language: "en", connection: { open: (url) => new FakeSocket(url) } });
  await visit.greet();
  const app = mount(Live, { target: document.body, props: { visit, notice: "" } });
  closing(() => unmount(app));
  const playing = liveTable({ table: 2, state: "playing", round: 2, to_act: 0, needs: "Help!", seats: [{ name: "Ben", presence: "away", person: 2, phase: 3, completed: [] }, { name: "Mia", presence: "computer", person: null, phase: 1, completed: [] }] });
  const [who, what] = [welcome({ role: role === "join" ? "guest" : role }), room({ paused: true, tables: [liveTable(), playing] })];
  if (role !== "join") {
    visit.connect("t");
    FakeSocket.last.opens();
    FakeSocket.last.says(who, what);
  }
  await settle();
  expect(outside([who, what, visit.address, `${location.host}/live`, visit.link])).toEqual([]);
});

it("the wall has no English outside the catalogs", async () => {
  const el = document.body.appendChild(document.createElement("div"));
  const playing = liveTable({ table: 2, state: "playing", round: 2, to_act: 0 });
  const state = { room: room({ paused: true, tables: [liveTable(), playing] }), code: "BCDFGH", address: "https://school.example/live", link: "", language: "en" };
  const wall = show("wall", el, state, { base: "/", token: "t", play: () => {}, ask: () => false });
  closing(async () => (wall.close(), el.remove()));
  await settle();
  expect(el.querySelectorAll("section")).toHaveLength(3);
  expect(outside([state, "school.example/live"])).toEqual([]);
});

it.each(["connecting", "setup", "lost", "outdated"])("the page that plays alone has no English outside the catalogs: %s", async (stage) => {
  const visit = new SoloVisit({ base: "/", start: "setup", language: "en", connection: { open: (url) => new FakeSocket(url) } });
  await visit.greet();
  const app = mount(Solo, { target: document.body, props: { visit } });
  closing(() => unmount(app));
  const { about } = structuredClone(goldenSetup);
  FakeSocket.last.opens();
  if (stage !== "connecting") FakeSocket.last.says({ kind: "welcome", v: 1, visit: "v", new: true }, { kind: "screen", screen: 1, name: "setup", about, view: { v: 1, rev: 0, ack: null } });
  if (stage === "outdated") FakeSocket.last.says({ kind: "bye", code: 4409, why: "", after: null });
  await vi.waitFor(() => expect(find(stage === "setup" || stage === "lost" ? "form" : "main")).not.toBeNull());
  if (stage === "lost") visit.connection.lost = true;
  await settle();
  expect(outside([about])).toEqual([]);
});
