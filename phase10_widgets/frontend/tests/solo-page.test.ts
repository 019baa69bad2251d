import { unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SoloScreen, SoloTell, SoloWelcome } from "../src/protocol/solo";
import { SILENCE } from "../src/shared/adapter.svelte";
import { GRACE, type ScreenMessage } from "../src/connection/connection.svelte";
import { show } from "../src/solo";
import { words } from "../src/de";
import setupWidget from "../src/setup";
import { writePreference } from "../src/shared/preferences";
import { language, learn, load } from "../src/strings/language.svelte";
import { PING_INTERVAL } from "../src/table/state/connection.svelte";
import { FakeSocket } from "./fake-socket";
import { FakeWorker } from "./fake-worker";
import { goldenSetup, sample } from "./mounted";
import { act, alert, enter, find, press as pressed, settle } from "./page";

vi.mock("../src/strings/language.svelte", async (original) => ({ ...(await original<object>()), load: vi.fn() }));

const FILES = { "setup.js": "/play/setup.js", "setup.css": "/play/setup.css" };
let el: HTMLElement;
let app: object | null = null;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function open(data: Record<string, string> = {}, worker = false) {
  el = document.body.appendChild(document.createElement("div"));
  Object.assign(el.dataset, { base: "/phase10/", language: "en", start: "setup", files: JSON.stringify(FILES), ...data });
  app = await show(el, worker ? undefined : { open: (url) => new FakeSocket(url), random: () => 0 });
  await settle();
}
async function close() {
  if (app) await unmount(app);
  app = null;
  el?.remove();
}
const press = async (name: string) => {
  act(name).focus();
  await pressed(name);
};
const says = async (...messages: Parameters<FakeSocket["says"]>) => {
  FakeSocket.last.says(...messages);
  await settle();
};
/** The messages to the screens. */
const messages = () => FakeSocket.last.of("say") as { screen: number; message: ScreenMessage }[];
const kinds = () => messages().map(({ message }) => message.kind);

const welcome = (change: Partial<SoloWelcome> = {}): SoloWelcome => ({ kind: "welcome", v: 1, visit: "one", new: true, ...change });
const setup = (number: number, change: object = {}): SoloScreen => ({ kind: "screen", screen: number, name: "setup", about: { ...structuredClone(goldenSetup.about), ...change }, view: { v: 1, rev: 0, ack: null } });
const table = (number: number, name = "classic-play", change: object = {}): SoloScreen => {
  const { about, view } = sample(name);
  return { kind: "screen", screen: number, name: "table", about: { ...about, home: "kept" }, view: { ...view, ...change } };
};
const coach = (number: number): SoloScreen => {
  const { about, view } = sample("classic-play");
  return { kind: "screen", screen: number, name: "coach", about: { ...about, mode: "replay", coach: { title: "Coach", lead: "Which decisions?", how: "Choose." } }, view };
};
async function on(...screens: SoloScreen[]) {
  await open();
  FakeSocket.last.opens();
  await says(welcome(), ...screens);
}
/** Lose the connection, and reconnect. */
async function back(news: Partial<SoloWelcome>, ...screens: (SoloScreen | SoloTell)[]) {
  FakeSocket.last.breaks();
  await wait(500);
  FakeSocket.last.opens();
  await says(welcome(news), ...screens);
}
/** Lose the connection for this long. */
async function lose(ms: number) {
  FakeSocket.last.breaks();
  await wait(ms);
  await settle();
}
const again = { new: false };
const waiting = () => find("main [role=status]").textContent;
const presence = () => find("[data-p10='presence']").textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  FakeSocket.all = [];
  document.body.dataset.p10 = "page";
  vi.mocked(load).mockReset().mockResolvedValue({ default: setupWidget });
  document.head.append(Object.assign(document.createElement("link"), { href: FILES["setup.css"] }));
});
afterEach(async () => {
  await close();
  delete document.body.dataset.p10;
  // A real page takes its texts with it; here another page follows.
  learn("en", {});
  learn("de", words);
});

describe("the page", () => {
  it("connects, reports failure, and shows the screen that it receives", async () => {
    await open();
    expect(FakeSocket.last.url).toBe("ws://localhost:3000/phase10/play/line");
    expect(waiting()).toBe("Connecting …");
    await lose(GRACE);
    expect(waiting()).toBe("Connection lost. Trying again …");
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent).toEqual([{ kind: "hello", v: 1, visit: null, start: "setup", language: "en" }]);
    await says(welcome(), setup(1));
    expect(find("[data-p10='setup']")).not.toBeNull();
    expect(messages()).toMatchObject([{ screen: 1, message: { kind: "hello", tokens: [] } }]);
    expect(document.title).toBe("Play Phase 10");
  });

  it("greets each screen once, whatever follows", async () => {
    await on(setup(1));
    const { about } = setup(1, { you: "Me" });
    await says({ kind: "tell", screen: 1, about }, { kind: "tell", screen: 1, message: { kind: "welcome", id: messages()[0]!.message.id, token: null, offers: [] } });
    await says(table(2));
    await says({ kind: "tell", screen: 2, view: { ...table(2).view, rev: 1000 } });
    expect(messages().map(({ screen, message }) => [screen, message.kind])).toEqual([[1, "hello"], [2, "hello"]]);
  });

  it("shows one screen after another, each from its top", async () => {
    await on(setup(1));
    expect(document.activeElement).toBe(document.body);
    // The second press of a double press, on a button that was not there at the first one.
    act("play-below").dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true, cancelable: true }));
    expect(kinds()).not.toContain("start");
    await press("play-below");
    expect(messages().at(-1)).toMatchObject({ screen: 1, message: { kind: "start" } });
    await says(table(2));
    expect(find("[data-p10='setup']")).toBeNull();
    expect(find("[data-p10='table']").dataset.mode).toBe("page");
    expect(document.activeElement).toBe(document.body); // the table takes it, once the page is laid out
    await press("undo");
    expect(messages().at(-1)).toMatchObject({ screen: 2, message: { kind: "undo" } });
    await says(setup(3));
    expect(find("[data-p10='table']")).toBeNull();
    expect(document.activeElement).toBe(find("h1"));
  });

  it("reviews games in the coach, which links weak spots to their lessons, wherever these are", async () => {
    const spots = [{ title: "When you lay down", text: "about 1 turn per game", lesson: "Lesson 8", page: "lessons/8" }];
    const link = () => find<HTMLAnchorElement>("li a")?.getAttribute("href") ?? null;
    await open({ start: "coach" });
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ start: "coach" });
    await says(welcome(), coach(1));
    expect(find("[data-p10='coach']").textContent).toContain("Which decisions?");
    const history = (found: typeof spots) => says({ kind: "tell", screen: 1, message: { kind: "history", id: messages()[0]!.message.id, games: [], spots: found } });
    await history(spots);
    expect(link()).toBeNull();
    document.body.dataset.lessons = "/below/*";
    await history([]);
    await history(spots);
    expect(link()).toBe("/below/lessons/8");
    delete document.body.dataset.lessons;
    await history([]);
    await press("example");
    expect(messages().at(-1)).toMatchObject({ message: { kind: "open", token: null } });
  });

  it("offers to reload the page if the setup screen's script cannot be loaded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.mocked(load).mockRejectedValue(new Error("offline"));
    await on(setup(1));
    expect(alert()).toBe("A part of this page could not be loaded.");
    expect(act("reload")).not.toBeNull();
  });

  it("shows a refusal that arrived before the setup screen", async () => {
    let loaded = (_: object) => {};
    vi.mocked(load).mockReturnValue(new Promise((done) => (loaded = done)));
    await on(setup(1));
    await says({ kind: "tell", screen: 1, message: { kind: "reject", id: null, code: "refused", rule: null, why: "Nothing is left." } });
    loaded({ default: setupWidget });
    await settle();
    expect(alert()).toBe("Nothing is left.");
  });

  it("leaves nothing behind", async () => {
    const added = { window: vi.spyOn(window, "addEventListener"), document: vi.spyOn(document, "addEventListener") };
    const removed = { window: vi.spyOn(window, "removeEventListener"), document: vi.spyOn(document, "removeEventListener") };
    const names = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([name]) => name as string).sort();
    await on(setup(1), table(2));
    const socket = FakeSocket.last;
    await close();
    expect(vi.getTimerCount()).toBe(0);
    expect(socket.closed).toBe(true);
    const left = ["visibilitychange", "pageshow", "online", "offline"];
    for (const where of ["window", "document"] as const) expect(names(added[where]).filter((name) => left.includes(name))).toEqual(names(removed[where]).filter((name) => left.includes(name)));
    expect(document.querySelectorAll("[inert]")).toHaveLength(0);
  });
});

describe("a link that asks for a game", () => {
  const opened = async (query: string) => {
    history.replaceState(null, "", `/play/?language=en${query}`);
    await open();
    FakeSocket.last.opens();
    return FakeSocket.last.sent[0] as { request?: object };
  };
  afterEach(() => {
    history.replaceState(null, "", "/");
    localStorage.clear();
  });

  it.each([
    ["play", { short: true }],
    ["learn", {}],
    ["continue", { tokens: ["one"] }],
    ["daily&day=2026-01-31", { day: "2026-01-31", first: true }],
  ])("sends its request with the greeting, once: %s", async (go, fields) => {
    localStorage.setItem("phase10_widgets", '["one"]');
    const { request } = await opened(`&go=${go}`);
    expect(request).toEqual({ kind: go.split("&")[0], v: 1, id: "link", rev: 0, ...fields });
    expect(location.search).not.toContain("go=");
    await says(welcome(), table(1));
    expect(find("[data-p10='table']")).not.toBeNull();
    expect(load).not.toHaveBeenCalled();
    await back(again);
    expect(FakeSocket.last.sent[0]).not.toHaveProperty("request");
  });

  it("knows whether somebody has finished a game here", async () => {
    writePreference("finished", "yes");
    expect((await opened("&go=play")).request).toMatchObject({ short: false });
  });

  it.each(["", "&go=constructor", "&go=load"])("is not this one: %s", async (query) => {
    expect((await opened(query)).request).toBeUndefined();
  });
});

describe("a break", () => {
  it("changes the screen in place", async () => {
    await on(table(2));
    const card = find("[data-hand-card]");
    card.focus();
    const { view } = table(2);
    await back(again, table(2, "classic-play", { rev: view.rev + 3 }));
    expect(find("[data-p10='table']").dataset.rev).toBe(String(view.rev + 3));
    expect(find("[data-hand-card]")).toBe(card);
    expect(document.activeElement).toBe(card);
  });

  it("requests the updates that it missed", async () => {
    await on(table(2));
    const [first] = messages();
    await back(again, table(2));
    await back(again, table(2));
    expect(kinds()).toEqual(["hello"]);
    expect(messages()[0]!.message.id).not.toBe(first!.message.id);
    await says({ kind: "tell", screen: 2, message: { kind: "story", rev: table(2).view.rev, lines: [["Ben drew."]] } });
    expect(el.textContent).toContain("Ben drew.");
  });

  it("keeps typed text", async () => {
    await on(setup(1));
    const name = find<HTMLInputElement>('[data-field="name"]');
    name.focus();
    await enter('[data-field="name"]', "Zoë");
    await back(again, setup(1));
    expect([find('[data-field="name"]'), document.activeElement]).toEqual([name, name]);
    expect(name.value).toBe("Zoë");
  });

  it("loses no press: it is sent once the connection is back", async () => {
    await on(setup(1));
    FakeSocket.last.breaks();
    await press("play");
    expect(act("play").textContent).toBe("Starting …");
    await wait(GRACE);
    await settle();
    expect(presence()).toBe("Connection lost. Trying again …");
    FakeSocket.last.opens();
    await says(welcome(again), setup(1));
    expect(kinds()).toEqual(["start", "hello"]);
    expect(presence()).toBe("Connected again.");
  });

  it("is reported at the table", async () => {
    await on(table(1));
    await lose(PING_INTERVAL + SILENCE);
    const notice = find("[data-p10='lost']").textContent!;
    expect(notice).toContain("The connection is lost.");
    expect(notice).toContain("This page reconnects by itself.");
    expect(notice).not.toContain("Python");
    expect(act("undo").disabled).toBe(true);
    FakeSocket.last.opens();
    await says(welcome(again), table(1));
    expect(find("[data-p10='lost']")).toBeNull();
  });
});

describe("a visit that the server has lost", () => {
  const reject = (): SoloTell => ({ kind: "tell", screen: 1, message: { kind: "reject", id: messages()[0]!.message.id, code: "gone", rule: null, why: "Gone." } });
  /** Play a stored game. */
  async function playing(token = "t") {
    await on(setup(1), table(2));
    await says({ kind: "tell", screen: 2, message: { kind: "welcome", id: messages().at(-1)!.message.id, token, offers: [] } });
  }

  it("resumes the stored game, and shows nothing else in between", async () => {
    await playing();
    await back({ visit: "two" });
    await press("undo");
    expect(messages(), "what its screens still say").toEqual([]);
    await says(setup(1));
    expect(messages()).toMatchObject([{ screen: 1, message: { kind: "resume", v: 1, rev: 0, token: "t" } }]);
    expect(find("[data-p10='setup']")).toBeNull();
    const old = find("[data-p10='table']");
    await says(table(2));
    expect(find("[data-p10='table']")).not.toBe(old);
    await press("undo");
    expect(messages().at(-1)).toMatchObject({ screen: 2, message: { kind: "undo" } });
  });

  it("asks once more if the answer was also lost", async () => {
    await playing();
    await back({ visit: "two" }, setup(1));
    await back({ visit: "two", new: false }, setup(1));
    expect(kinds()).toEqual(["resume"]);
    await back({ visit: "three" }, setup(1));
    expect(kinds()).toEqual(["resume"]);
    await says(table(2));
    expect(find("[data-p10='table']")).not.toBeNull();
  });

  it("starts with the setup screen if the game is gone", async () => {
    await playing();
    await back({ visit: "two" }, setup(1));
    await says(reject());
    expect(find("[data-p10='setup']")).not.toBeNull();
    expect(kinds()).toEqual(["resume", "hello"]);
    expect(document.activeElement).toBe(find("h1"));
  });

  it.each(["the table has no stored game", "the browser has forgotten it", "nobody played"])("begins with the setup screen if %s", async (why) => {
    if (why === "nobody played") await on(setup(1));
    else await playing(...(why.startsWith("the table") ? [null as unknown as string] : []));
    localStorage.clear();
    const old = find("[data-p10='setup']");
    await back({ visit: "two" }, setup(1));
    expect(kinds()).toEqual(["hello"]);
    expect(find("[data-p10='setup']")).not.toBeNull();
    expect(find("[data-p10='setup']")).not.toBe(old);
  });

  it("resumes nothing if the person leaves the table", async () => {
    await playing();
    await says(setup(3));
    expect(find("[data-p10='setup']")).not.toBeNull();
    expect(kinds()).not.toContain("resume");
  });
});

describe("the language", () => {
  const choose = (chosen: string) => enter('[data-field="language"]', chosen);

  it("is the one chosen in this browser, from the start", async () => {
    localStorage.setItem("p10-language", "de");
    await open();
    expect(waiting()).toBe("Verbinde …");
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ language: "de" });
    expect([document.documentElement.lang, document.title]).toEqual(["de", "Phase 10 spielen"]);
  });

  it("is the page's if none is chosen", async () => {
    await open({ language: "de" });
    FakeSocket.last.opens();
    expect(language()).toBe("de");
    expect(FakeSocket.last.sent[0]).toMatchObject({ language: "de" });
  });

  it("changes with a choice, for the page and for Python", async () => {
    await on(setup(1));
    await choose("de");
    expect(messages().at(-1)).toMatchObject({ message: { kind: "language", language: "de" } });
    expect(find("h2").textContent).toBe("Neues Spiel");
    await says({ kind: "tell", screen: 1, about: setup(1, { language: "de", you: "Du" }).about });
    expect(find<HTMLInputElement>('[data-field="name"]').value).toBe("Du");
    await back(again);
    expect(FakeSocket.last.sent[0]).toMatchObject({ kind: "hello", language: "de" });
    await lose(GRACE);
    expect(presence()).toBe("Keine Verbindung. Neuer Versuch …");
  });

  it("can be chosen without a connection, and reaches Python later", async () => {
    await on(setup(1));
    FakeSocket.last.breaks();
    await choose("de");
    expect(find("h2").textContent).toBe("Neues Spiel");
    await wait(500);
    FakeSocket.last.opens();
    await says(welcome(again), setup(1));
    expect(kinds()).toEqual(["hello", "language"]);
    expect(messages()[1]!.message).toMatchObject({ language: "de" });
    await says({ kind: "tell", screen: 1, about: setup(1, { language: "de" }).about });
    await back(again, setup(1, { language: "de" }));
    expect(kinds()).toEqual(["hello"]);
  });

  it("follows Python, even for texts that differ here", async () => {
    await on(setup(1));
    await says({ ...table(2), about: { ...table(2).about, language: "de" } } as SoloScreen);
    expect(find("section.p10").lang).toBe("de");
    await lose(PING_INTERVAL + SILENCE);
    expect(find("[data-p10='lost']").textContent).toContain("Diese Seite verbindet sich von selbst wieder.");
  });
});

describe("a goodbye", () => {
  it("with 4409 asks for a new page", async () => {
    await on(setup(1));
    await says({ kind: "bye", code: 4409, why: "", after: null });
    expect(find("[data-p10='setup']")).toBeNull();
    expect(alert()).toBe("There is a new version of this page.");
    expect(act("reload")).not.toBeNull();
    expect(document.activeElement).toBe(find("h1"));
  });

  it("with 4410 is final, and gives the reason", async () => {
    await on(table(1));
    await says({ kind: "bye", code: 4410, why: "No games here.", after: null });
    expect(alert()).toBe("No games here.");
    expect(act("reload")).not.toBeNull();
    expect(find<HTMLAnchorElement>("a").pathname).toBe("/phase10/");
    await wait(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("Python in a worker", () => {
  beforeEach(() => {
    FakeWorker.all = [];
    vi.stubGlobal("Worker", FakeWorker);
  });
  const posts = async (...messages: Parameters<FakeWorker["posts"]>) => {
    FakeWorker.last.posts(...messages);
    await settle();
  };

  it("shows the share that has arrived, and stores everything once there is a screen", async () => {
    const asked: unknown[] = [];
    const active = { postMessage: (message: unknown) => asked.push(message) };
    const serviceWorker = { register: async (url: string) => void asked.push(url), ready: Promise.resolve({ active }) };
    vi.stubGlobal("navigator", new Proxy(navigator, { get: (real, name) => (name === "serviceWorker" ? serviceWorker : Reflect.get(real, name, real)) }));
    await open({ worker: "worker.js", offline: "../service-worker.js" }, true);
    expect(waiting()).toBe("Python is starting in this browser. The first time, this takes a while.");
    const progress = find<HTMLProgressElement>("progress");
    expect(progress.value).toBe(0);
    await posts("loading 0.42");
    expect([progress.value, progress.getAttribute("aria-label"), progress.previousElementSibling?.textContent]).toEqual([0.42, "Downloaded", "42%"]);
    expect(asked).toEqual([]);
    await posts("ready", welcome(), setup(1));
    expect(find("progress")).toBeNull();
    await posts(table(2));
    expect(asked).toEqual(["../service-worker.js", { store: [location.href], lesson: false }]);
  });
});
