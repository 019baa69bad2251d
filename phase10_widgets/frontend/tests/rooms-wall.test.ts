import { mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { show, type ShownPart, type WallState } from "../src/class";
import * as de from "../src/de";
import Page from "../src/rooms/Page.svelte";
import { Visit } from "../src/rooms/visit.svelte";
import { language, learn, load } from "../src/strings/language.svelte";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { bare, find, settle, texts } from "./page";

vi.mock("../src/strings/language.svelte", async (original) => ({ ...(await original<object>()), load: vi.fn(), studyAt: vi.fn() }));

const { studyAt } = await import("../src/strings/language.svelte");
const seats = [
  { name: "Ben", presence: "person" as const, person: null, phase: 2, completed: [1] },
  { name: "", presence: "computer" as const, person: null, phase: 1, completed: [] },
];
const tables = [liveTable({ state: "playing", round: 3, to_act: 1, seats })];
const initial = (): WallState => ({ room: room({ people: [], tables }), code: "BCDFGH", address: "https://school.example/live", link: "https://school.example/live#k=1", language: "en" });
const posted: { url: string; text: string }[] = [];
let el: HTMLElement;

beforeEach(() => {
  posted.length = 0;
  document.body.replaceChildren();
  el = document.body.appendChild(document.createElement("main"));
  el.dataset.live = el.dataset.form = el.dataset.wall = "true";
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    posted.push({ url, text: (JSON.parse(body) as { text: string }).text });
    return new Response("<svg/>");
  });
});
afterEach(() => {
  vi.mocked(load).mockReset();
  vi.mocked(studyAt).mockReset();
});

describe("the wall", () => {
  let wall: ShownPart<WallState>;
  let closed = true;
  const open = async (state = initial()) => {
    wall = show("wall", el.appendChild(document.createElement("div")), state, { base: "/", token: "secret", play: () => {}, ask: () => false });
    closed = false;
    await settle();
  };
  const close = () => {
    if (!closed) wall.close();
    closed = true;
  };
  const update = async (change: Partial<WallState>) => {
    wall.update({ ...initial(), ...change });
    await settle();
  };
  afterEach(close);

  it("shows every table's progress, follows the room, and shows names only if the host wants them", async () => {
    await open();
    expect(find("section h2").textContent).toBe("Table 1");
    expect(find(".badge").textContent).toBe("playing, round 3");
    expect(el.textContent).toContain("Ben");
    expect(bare(el, ["Ben"])).toEqual([]);
    expect(texts(".sr")).toEqual(["Seat 1, phase 2", "Seat 2, phase 1"]);
    expect(texts("[data-acts] b")).toEqual(["▶"]);
    expect(texts("[data-done]")).toEqual(["1"]);
    await update({ room: room({ paused: true, tables: [liveTable({ state: "over", seats }), liveTable({ table: 2 })] }) });
    expect(texts(".badge")).toEqual(["over", "not started"]);
    expect(find("[role=status]").textContent).toBe("Paused by the host.");
    await update({ room: room({ people: [], tables: [liveTable({ seats: [{ ...seats[0]!, name: "" }] })] }) });
    expect(el.textContent).not.toContain("Ben");
  });

  it("explains how to join until the room is locked, and requests one picture per link", async () => {
    await open();
    expect(find(".join").textContent).toMatch(/Join with this code\s*BCDFGH\s*school\.example\/live/);
    expect(find('[data-p10="here"]').textContent).toBe("Nobody is here yet");
    await update({ room: room({ here: 12 }) });
    expect(find('[data-p10="here"]').textContent).toBe("12 are here");
    expect(find<HTMLImageElement>("img").alt).toBe("QR code of the link");
    await update({ room: room({ paused: true }) });
    await update({ room: room({ paused: false }) });
    expect(posted).toEqual([{ url: "/live/qr?room=S", text: initial().link }]);
    await update({ link: "https://school.example/live#k=2", code: "ZZZZZZ" });
    expect(posted.slice(1)).toEqual([{ url: "/live/qr?room=S", text: "https://school.example/live#k=2" }]);
    expect(find(".code").textContent).toBe("ZZZZZZ");
    await update({ room: room({ locked: true }) });
    expect(find(".join")).toBeNull();
  });

  it("uses the page's language, even after another part has used a different one", async () => {
    vi.mocked(studyAt).mockImplementation(async () => learn("de", de.words));
    await open({ ...initial(), language: "de" });
    expect(find("section h2").textContent).toBe("Tisch 1");
    expect(find(".join h2").textContent).toBe("Mitspielen mit diesem Code");
    expect(find("[data-p10=wall]").lang).toBe("de");
    close();
    await open();
    expect(language()).toBe("en");
    expect(find("section h2").textContent).toBe("Table 1");
  });

  it("leaves the language alone once it is closed", async () => {
    let learned = () => {};
    vi.mocked(studyAt).mockReturnValue(new Promise((done) => (learned = done)));
    await open({ ...initial(), language: "de" });
    close();
    learned();
    await settle();
    expect(language()).toBe("en");
  });
});

describe("the page of a wall", () => {
  let app: object;
  let arrive = async () => {};
  const styles = () => document.querySelector<HTMLLinkElement>('link[href="/live/class.css"]')!;
  const says = async (...messages: Parameters<FakeSocket["says"]>) => {
    FakeSocket.last.says(...messages);
    await settle();
  };
  beforeEach(async () => {
    const loading = new Promise<{ show: typeof show }>((done) => {
      arrive = async () => {
        done({ show });
        await settle();
      };
    });
    vi.mocked(load).mockReturnValue(loading);
    history.replaceState(null, "", "#wall");
    const visit = new Visit({ base: "/", language: "en", connection: { open: (url) => new FakeSocket(url), random: () => 0 } });
    await visit.greet();
    el = document.body.appendChild(document.createElement("div"));
    app = mount(Page, { target: el, props: { visit, notice: "" } });
    visit.connect("secret");
    FakeSocket.last.opens();
    await says(welcome({ role: "wall" }), room({ people: [], tables }));
  });
  afterEach(() => unmount(app));

  it("says that it is waiting for script and styles, and then shows the latest room", async () => {
    expect(load).toHaveBeenCalledExactlyOnceWith("/live/class.js");
    expect(find("h1").textContent).toBe("All tables");
    expect(find(".said").textContent).toBe("One moment …");
    await arrive();
    expect(find("[data-p10=wall]")).toBeNull();
    await says(room({ people: [], tables: [liveTable({ table: 7 })] }));
    styles().dispatchEvent(new Event("load"));
    await settle();
    expect(find(".said")).toBeNull();
    expect(find("section h2").textContent).toBe("Table 7");
    expect(find(".join .code").textContent).toBe("BCDFGH");
    await says(room({ people: [], locked: true, tables: [liveTable({ table: 8 })] }));
    expect(find("section h2").textContent).toBe("Table 8");
    expect(find(".join")).toBeNull();
    await says({ kind: "bye", code: 4409, why: "", after: null });
    expect(find("[data-p10=wall]")).toBeNull();
    expect(document.querySelectorAll("link[rel=stylesheet]")).toHaveLength(1);
  });
});
