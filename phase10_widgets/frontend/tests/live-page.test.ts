import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { codeOf, Visit } from "../src/live/visit.svelte";
import type { LiveWelcome } from "../src/protocol/live";
import type { LivePoll } from "../src/protocol/live_lesson";
import tableWidget from "../src/table";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { act, answers, el, find, inside, KEY, leave, open, posted, press, says, sent, settle, show, violations, visit } from "./live-room";
import { mounted, sample, type Mounted } from "./mounted";

let table: Mounted | null = null;

const type = async (name: string, value: string) => {
  const input = find<HTMLInputElement>(`[name="${name}"]`);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
};
const submit = async () => {
  find("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await settle();
};
const alert = () => find("[role=alert]")?.textContent;
const playing = liveTable({ state: "playing", round: 2, to_act: 0, seats: [{ name: "Ben", presence: "person", person: 2, phase: 3, completed: [] }, { name: "Ada", presence: "person", person: 1, phase: 2, completed: [] }, { name: "Mia", presence: "computer", person: null, phase: 1, completed: [] }] });
/** Sit at a running table. */
async function atTable(name = "classic-play", role: LiveWelcome["role"] = "guest") {
  await inside({ role });
  const { about, view } = sample(name);
  await says(room({ table: 1, seat: 1, tables: [playing] }), { kind: "tell", table: 1, about: { ...about, home: "lost", may: [] }, view });
  return view;
}

afterEach(async () => {
  await table?.close();
  table = null;
});

it("offers no table for friends where only a teacher opens tables", async () => {
  await open();
  expect(act("open")).not.toBeNull();
  await show({ friends: false });
  expect(act("open")).toBeNull();
  expect(act("join")).not.toBeNull();
});

describe("joining", () => {
  it("needs only a name with a key in the link", async () => {
    await open(`k=${KEY}`);
    expect(find('[name="code"]')).toBeNull();
    expect(document.activeElement).toBe(find('[name="name"]'));
    await type("name", " Ada ");
    await submit();
    expect(posted).toEqual([{ url: "/phase10/live/join?room=K", body: { name: "Ada", key: KEY } }]);
    expect(FakeSocket.last.url).toBe("ws://localhost:3000/phase10/live/line?room=N");
    FakeSocket.last.opens();
    expect(sent()).toEqual([]);
    await says(welcome(), room());
    expect(find("h1").textContent).toBe("Hello, Ada");
    expect(document.activeElement).toBe(find("h1"));
    expect(JSON.parse(localStorage.getItem("phase10_live")!)).toMatchObject({ [KEY]: { token: "new", name: "Ada", code: "BCDFGH" } });
  });

  it("takes a code as people type it", async () => {
    expect(codeOf("bcd-f gh")).toBe("BCDFGH");
    await open();
    await type("name", "Ada");
    await type("code", "bcd");
    await submit();
    expect(alert()).toContain("six letters");
    expect(document.activeElement).toBe(find('[name="code"]'));
    expect(posted).toEqual([]);
    await type("code", "bcd-f gh");
    expect(alert()).toBeUndefined();
    await submit();
    expect(posted[0]!.body).toEqual({ name: "Ada", code: "BCDFGH" });
    FakeSocket.last.opens();
    await says(welcome(), room());
    expect(location.hash).toBe(`#k=${KEY}`);
  });

  it("asks for a name", async () => {
    await open(`k=${KEY}`);
    await submit();
    expect(alert()).toBe("Enter a name.");
    expect(posted).toEqual([]);
  });

  it.each([
    ["join", "taken", "Somebody has this name."],
    ["open", "closed", "Nobody can open tables here."],
  ])("shows why the service refuses to %s", async (way, code, why) => {
    answers[way] = [403, { code, why }];
    await open();
    await type("name", "Ada");
    await type("code", "BCDFGH");
    await press(way);
    expect(alert()).toBe(why);
    expect(FakeSocket.all).toEqual([]);
  });

  it("offers the code if the link is not known", async () => {
    answers.join = [404, { code: "unknown", why: "This link is too old." }];
    await open(`k=${KEY}`);
    await type("name", "Ada");
    await submit();
    expect(alert()).toBe("This link is too old.");
    expect(find('[name="code"]')).not.toBeNull();
  });

  it("opens a table for friends", async () => {
    await open();
    await type("name", "Ada");
    await press("open");
    expect(posted).toEqual([{ url: "/phase10/live/open", body: { name: "Ada", language: "en" } }]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("is not necessary with a host's link, which is exchanged for a token and does not stay in the address", async () => {
    await open("h=Bonce");
    const exchanged = () => posted.filter(({ url }) => url.includes("recover"));
    expect(exchanged()).toEqual([{ url: "/phase10/live/recover?room=B", body: { link: "Bonce" } }]);
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ kind: "hello", token: "new" });
    expect(location.href).not.toContain("Bonce");
    await says(welcome({ role: "host" }), room());
    expect(find("[data-p10='manage']")).not.toBeNull();
    await leave();
    answers.recover = [403, { code: "unknown", why: "This link has been used." }];
    await open("h=Bonce");
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0], "this browser knows where the link led").toMatchObject({ kind: "hello", token: "new" });
    expect(exchanged()).toHaveLength(1);
    expect(location.href).not.toContain("Bonce");
  });

  it("says that a host's link has been used", async () => {
    answers.recover = [403, { code: "unknown", why: "This link has been used." }];
    await open("h=Bonce");
    expect(alert()).toBe("This link has been used.");
    expect(find<HTMLDetailsElement>("details").open, "the code helps, too").toBe(true);
    expect(location.href).not.toContain("Bonce");
    expect(FakeSocket.all).toEqual([]);
  });

  it("keeps a host's link in the address until the server answers", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
    await open("h=Bonce");
    expect(alert()).toContain("does not answer");
    expect(location.hash).toBe("#h=Bonce");
  });

  it("tries again by itself where many come at once, until somebody changes their mind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const wait = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      flushSync();
    };
    answers.join = [429, { code: "soon", why: "You are next in a moment.", after: 2 }];
    history.replaceState(null, "", `#k=${KEY}`);
    await show({}, 0.5);
    void visit.join("Ada", null);
    await wait(1);
    expect(find("[data-p10='patience']").textContent).toBe("You are next in a moment.");
    expect(alert(), "nothing is wrong").toBeUndefined();
    await wait(3400);
    expect(posted, "not before 2 seconds and half of 3").toHaveLength(1);
    await wait(200);
    expect(posted).toHaveLength(2);
    find('[name="name"]').dispatchEvent(new Event("input", { bubbles: true }));
    await wait(60_000);
    expect(posted).toHaveLength(2);
    expect(find("[data-p10='patience']")).toBeNull();
    void visit.join("Ada", null);
    await wait(1);
    delete answers.join;
    await wait(3600);
    expect(posted).toHaveLength(4);
    expect(FakeSocket.all).toHaveLength(1);
    vi.useRealTimers();
  });

  it.each([
    ["open", "name", "Enter a name."],
    ["join", "name", "Enter a name."],
  ])("says beside the name that it is missing, after %s", async (way, field, why) => {
    await open();
    await press(way);
    const input = find<HTMLInputElement>(`[name="${field}"]`);
    expect(alert()).toBe(why);
    expect(input.closest("section")!.contains(find("[role=alert]"))).toBe(true);
    expect(input.getAttribute("aria-describedby")).toBe(find("[role=alert]").id);
    expect(document.activeElement).toBe(input);
    expect(find('[name="code"]').closest("section")!.contains(find("[role=alert]")), "a code is not missing").toBe(false);
  });

  it.each(["join", "open", "recover"])("says beside the button why %s is refused", async (way) => {
    answers[way] = [403, { code: "refused", why: "Not now." }];
    await open();
    await type("name", "Ada");
    await type("code", "BCDFGH");
    await press(way);
    expect(act(way).closest("section")!.contains(find("[role=alert]"))).toBe(true);
  });

  it("keeps the host's panel open while another code is typed", async () => {
    answers.recover = [403, { code: "unknown", why: "No room has this code." }];
    await open();
    const panel = act("recover").closest("details")!;
    expect(panel.open).toBe(false);
    panel.open = true;
    await settle();
    await press("recover");
    expect(alert()).toBe("No room has this code.");
    await type("recovery", "A");
    expect(alert()).toBeUndefined();
    expect(panel.open).toBe(true);
  });

  it("leads back to the start page where there is one", async () => {
    await open();
    expect(act("home")).toBeNull();
    await show({ home: true });
    expect(find<HTMLAnchorElement>('[data-act="home"]').getAttribute("href")).toBe("/phase10/");
  });

  it("works where storage is blocked", async () => {
    const forbid = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbid);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbid);
    await open("h=secret");
    FakeSocket.last.opens();
    await says(welcome({ role: "host" }), room());
    expect(find("[data-p10='manage']")).not.toBeNull();
  });

  it.each([
    [4401, "Nobody knows you here."],
    [4403, "The host has removed you."],
    [4410, "The room is closed."],
  ])("is possible again after a goodbye with %i", async (code, why) => {
    await inside();
    await says({ kind: "bye", code, why, after: null });
    expect(alert()).toBe(why);
    expect(localStorage.getItem("phase10_live")).toBe("{}");
    expect(Boolean(find('[name="code"]'))).toBe(code === 4410);
  });

  it("is no use if the page is of another version: it must be reloaded", async () => {
    await inside();
    await says({ kind: "bye", code: 4409, why: "", after: null });
    expect(act("reload")).not.toBeNull();
    expect(localStorage.getItem("phase10_live")).toContain('"t"');
  });

  it("lets a page that gave way to newer ones take the table back", async () => {
    await inside();
    const before = FakeSocket.all.length;
    await says({ kind: "bye", code: 4429, why: "On too many pages.", after: null });
    expect(find("[data-screen]").textContent).toContain("On too many pages.");
    window.dispatchEvent(new Event("pageshow"));
    expect(FakeSocket.all).toHaveLength(before);
    await press("take-back");
    expect(FakeSocket.all).toHaveLength(before + 1);
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ kind: "hello", token: "t" });
  });
});

describe("a seat at the table", () => {
  it("says who is away, and for whom a computer plays", async () => {
    const view = await atTable();
    const n = view.observation!.seats.length;
    const present = view.observation!.seats.map((_, seat) => (["", "away", "stand-in"] as const)[seat % 3]!);
    await says({ kind: "tell", table: 1, view: { ...view, rev: view.rev + 1, present } });
    const boxes = [...document.querySelectorAll<HTMLElement>("[data-seat-box]")];
    expect(boxes.length).toBeGreaterThan(n > 2 ? 1 : 0);
    for (const box of boxes) {
      const said = { "": undefined, away: "away", "stand-in": "computer" }[present[Number(box.dataset.seatBox)]!];
      expect(box.querySelector(".where")?.textContent).toBe(said);
    }
    await says({ kind: "tell", table: 1, view: { ...view, rev: view.rev + 2 } });
    expect(document.querySelector(".where")).toBeNull();
  });
});

describe("the room", () => {
  it("has free seats to sit on, and shows why not", async () => {
    await inside();
    expect(find("[data-p10='room-table']").textContent).toContain("Ben");
    expect(el.querySelectorAll('[data-act="sit"]')).toHaveLength(2);
    await press("sit");
    expect(sent()).toMatchObject([{ kind: "sit", table: 1, seat: 1 }]);
    await says({ kind: "reject", id: sent()[0]!.id as string, code: "taken", rule: null, why: "Somebody was faster." });
    expect(alert()).toBe("Somebody was faster.");
    await press("sit");
    expect(alert()).toBeUndefined();
  });

  it("lets guests leave their seat, watch a running table and take a computer's seat", async () => {
    await inside({}, { table: 1, seat: 1, tables: [liveTable({ seats: [{ name: "Ada", presence: "person", person: 1, phase: null, completed: [] }] }), { ...playing, table: 2, seats: playing.seats.map((seat) => ({ ...seat, person: null })) }] });
    expect(find("[data-p10='advice']").textContent).toBe("The host starts the game.");
    await press("stand");
    await press("watch");
    await press("sit");
    expect(sent()).toMatchObject([{ kind: "stand" }, { kind: "watch", table: 2 }, { kind: "sit", table: 2, seat: 2 }]);
  });

  it("offers only the own seat to somebody who has sat in the running game", async () => {
    await inside({}, { tables: [{ ...playing, own: 1, seats: playing.seats.map((seat, at) => (at ? { ...seat, presence: "computer", person: null } : seat)) }] });
    expect([...el.querySelectorAll<HTMLElement>('[data-act="sit"]')].map(({ dataset }) => dataset.seat)).toEqual(["1"]);
  });

  it("lets a host remove somebody with all who came later", async () => {
    const people = ["Hanna", "Ada", "Bot 1", "Bot 2"].map((name, at) => ({ person: at + 1, name, host: at === 0, there: true, table: null, hand: 0 }));
    await inside({ role: "host" }, { people });
    const row = (person: number) => find<HTMLElement>(`[data-person="${person}"]`);
    const click = async (person: number, name: string) => {
      row(person).querySelector<HTMLElement>(`[data-act="${name}"]`)!.click();
      await settle();
    };
    await click(2, "kick");
    expect(row(2).textContent).toContain("the room is locked until you unlock it");
    expect(row(2).querySelector('[data-act="kick-also"]')!.textContent).toBe("Also remove the 2 people who came later");
    await click(2, "kick-also");
    await click(4, "kick");
    expect(row(4).querySelector('[data-act="kick-also"]'), "nobody came later").toBeNull();
    await click(4, "kick-confirm");
    expect(sent()).toMatchObject([{ kind: "kick", person: 2, later: true }, { kind: "kick", person: 4 }]);
  });

  it("shows a host first how to invite, until a game is played", async () => {
    await inside({ role: "host" });
    const before = () => Boolean(find("[data-p10='invite']").compareDocumentPosition(find("[data-p10='room-table']")) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(before()).toBe(true);
    await says(room({ tables: [playing] }));
    expect(before()).toBe(false);
    expect(el.querySelectorAll("[data-p10='invite']")).toHaveLength(1);
  });

  it("has controls for hosts only", async () => {
    await inside();
    for (const name of ["start", "lock", "pause-all", "kick", "end", "more", "wall", "copy"]) expect(act(name), name).toBeNull();
    await says(welcome({ role: "host" }));
    for (const name of ["start", "lock", "pause-all", "more"]) await press(name);
    expect(sent()).toMatchObject([{ kind: "start", table: 1 }, { kind: "lock", on: true }, { kind: "pause", on: true }, { kind: "tables", n: 2 }]);
    expect(find<HTMLAnchorElement>('[data-act="wall"]').href).toBe(`http://localhost:3000/phase10/live#wall&k=${KEY}`);
    expect(posted.at(-1)).toEqual({ url: "/phase10/live/qr?room=T", body: { token: "t", text: `http://localhost:3000/phase10/live#k=${KEY}` } });
  });

  it("asks hosts before it removes or deletes", async () => {
    await inside({ role: "host" });
    await press("kick");
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(act("kick-confirm"));
    await press("kick-cancel");
    expect(document.activeElement).toBe(act("kick"));
    await press("kick");
    await press("kick-confirm");
    await press("end");
    await press("end-confirm");
    expect(sent()).toMatchObject([{ kind: "kick", person: 2 }, { kind: "end" }]);
  });

  it("lets hosts plan a table", async () => {
    await inside({ role: "host" });
    const select = find<HTMLSelectElement>('[data-field="seats"]');
    select.value = "4";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    expect(sent()).toMatchObject([{ kind: "plan", table: 1, edition: "classic", preset: "usual", seats: 4, level: 4 }]);
  });

  it("keeps the house rules of a table until its game or length changes", async () => {
    const options = { must_lay_down: true };
    await inside({ role: "host" }, { tables: [liveTable({ options })] });
    for (const [field, value] of [["seats", "4"], ["level", "7"], ["preset", "short"], ["edition", "flip"]] as const) {
      const select = find<HTMLSelectElement>(`[data-field="${field}"]`);
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    expect(sent().map((message) => (message as { options: unknown }).options)).toEqual([options, options, {}, {}]);
  });

  it("shows hosts first where they are needed", async () => {
    await inside({ role: "host" }, { tables: [1, 2, 3].map((n) => liveTable({ table: n, needs: n > 1 ? "Ben waits." : "", urgency: n === 2 ? 5 : n === 3 ? 2 : 0 })) });
    expect([...el.querySelectorAll<HTMLElement>("[data-table]")].map(({ dataset }) => dataset.table)).toEqual(["2", "3", "1"]);
    expect(act("start-all")).not.toBeNull();
  });

  it.each(["guest", "host"] as const)("has no accessibility errors: %s", async (role) => {
    await inside({ role }, { tables: [liveTable(), { ...playing, table: 2 }] });
    expect(await violations()).toEqual([]);
  });

  it("says hello in the language of its person, before the words are loaded", async () => {
    localStorage.setItem("phase10_live", JSON.stringify({ [KEY]: { token: "t", name: "Ada", at: 1 } }));
    history.replaceState(null, "", `#k=${KEY}`);
    const early = new Visit({ base: "/", language: "de", line: { open: (url) => new FakeSocket(url) } });
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent).toMatchObject([{ kind: "hello", language: "de" }]);
    early.leave();
  });

  it("speaks another language, and tells the service", async () => {
    await inside();
    await visit.choose("de");
    await settle();
    expect(find("h1").textContent).toBe("Hallo, Ada");
    expect(sent()).toMatchObject([{ kind: "language", language: "de" }]);
    expect(document.documentElement.lang).toBe("de");
    await says(welcome({ language: "de" }));
    await says(welcome({ language: "en" }));
    expect(sent()).toHaveLength(2);
  });
});

describe("the table", () => {
  it("appears when its game runs, and sends actions along the line", async () => {
    const view = await atTable();
    expect(find("[data-p10='table']").dataset.mode).toBe("page");
    await press("undo");
    expect(sent().at(-1)).toMatchObject({ kind: "say", message: { kind: "undo", rev: view.rev } });
    await says({ kind: "tell", table: 1, view: { ...view, rev: view.rev, ack: (sent().at(-1)!.message as { id: string }).id } });
    expect(find("[data-p10='table']").dataset.busy).toBe("false");
  });

  it("makes room for the lobby when somebody leaves", async () => {
    await atTable();
    await press("menu");
    expect(act("leave-game").textContent).toContain("Leave the table");
    await press("leave-game");
    await press("leave-confirm");
    expect(sent().at(-1)).toMatchObject({ kind: "say", message: { kind: "leave" } });
    await says(room({ tables: [playing] }));
    expect(find("[data-p10='table']")).toBeNull();
    expect(document.activeElement).toBe(find("h1"));
  });

  it("says who is away in a row that nothing makes unreachable", async () => {
    await atTable();
    expect(find("[data-p10='row']")).toBeNull();
    const here = { kind: "here", seats: ["stand-in", "person", "computer"], to_act: { seat: 0, name: "Ben" }, left: 65, of: 90, paused: false, watchers: 0 } as const;
    await says({ ...here, seats: [...here.seats] });
    expect(find("[data-p10='row']").textContent).toContain("A computer plays for Ben.");
    expect(find("[data-p10='row']").textContent).toContain("Time left: 1:05");
    expect(find("[data-p10='presence']").textContent).toContain("A computer plays for Ben.");
    expect(find("[data-p10='row']").closest("[inert]")).toBeNull();
    await says({ ...here, seats: ["person", "person", "computer"], left: null, paused: true });
    expect(find("[data-p10='row']").textContent).toContain("Paused by the host.");
    expect(find("[data-p10='presence']").textContent).toContain("Ben is back.");
  });

  it("leads hosts to the room and back", async () => {
    await atTable("classic-play", "host");
    await press("room");
    expect(find("[data-p10='table']")).toBeNull();
    await press("to-table");
    expect(find("[data-p10='table']")).not.toBeNull();
  });

  it("tells guests at the end that the host can start another game", async () => {
    await atTable("classic/again");
    await says(room({ table: 1, seat: 1, tables: [{ ...playing, state: "over" }] }));
    expect(find("[data-p10='row']").textContent).toContain("The host can start another game.");
    expect(act("again")).toBeNull();
    await press("room");
    expect(find("[data-p10='table']")).toBeNull();
    await says(room({ table: 1, seat: 1, tables: [playing] }));
    expect(find("[data-p10='table']")).not.toBeNull();
  });
});

describe("raised hands", () => {
  const people = (hand: number, other = 0) => [
    { person: 1, name: "Ada", host: false, there: true, table: null, hand },
    { person: 2, name: "Ben", host: true, there: true, table: null, hand: 0 },
    { person: 3, name: "Cleo", host: false, there: true, table: 1, hand: other },
  ];
  const host = { person: 2, name: "Ben", role: "host" } as const;

  it("go up and down with one button, and the page says so", async () => {
    await inside({}, { people: people(0) });
    expect(act("hand").textContent).toBe("Raise your hand");
    await press("hand");
    expect(sent().at(-1)).toMatchObject({ kind: "hand", up: true });
    await says(room({ people: people(1) }));
    expect(act("hand").textContent).toBe("Lower your hand");
    expect(find("[data-p10='presence']").textContent).toBe("Your hand is up.");
    await press("hand");
    expect(sent().at(-1)).toMatchObject({ kind: "hand", up: false });
    await says(room({ people: people(0) }));
    expect(find("[data-p10='presence']").textContent).toBe("Your hand is down.");
  });

  it("have a button at the table, unless the host plays there", async () => {
    await atTable();
    expect(act("hand")).toBeNull();
    await says(room({ table: 1, seat: 1, tables: [playing], people: people(0) }));
    await press("hand");
    expect(sent().at(-1)).toMatchObject({ kind: "hand", up: true });
  });

  it("are on top of the host's page, the first one first", async () => {
    await inside(host, { people: people(2, 1), tables: [playing] });
    const rows = [...el.querySelectorAll("[data-p10='hands'] li")];
    expect(rows.map((row) => row.querySelector("b")!.textContent)).toEqual(["Cleo raises a hand", "Ada raises a hand"]);
    expect(act("hand")).toBeNull();
    await press("hand-go");
    expect(sent().at(-1)).toMatchObject({ kind: "watch", table: 1 });
    await press("hand-done");
    expect(sent().at(-1)).toMatchObject({ kind: "hand", up: false, person: 3 });
    expect(find("[data-p10='presence']").textContent).toBe("Raised hands: Cleo, Ada");
    await says(room({ people: people(0) }));
    expect(find("[data-p10='hands']")).toBeNull();
  });

  it("reach a host who watches, and go down when the host comes back", async () => {
    const tables = [{ ...playing, seats: playing.seats.slice(1) }];
    await inside(host, { table: 1, tables, people: people(1) });
    const { about, view } = sample("classic-play");
    await says({ kind: "tell", table: 1, about: { ...about, home: "lost", may: [] }, view });
    expect(find("[data-p10='row']").textContent).toContain("Raised hands: Ada");
    await press("room");
    await press("to-table");
    expect(FakeSocket.last.of("watch")).toMatchObject([{ table: 1 }]);
  });
});

describe("the lesson", () => {
  const poll = { number: 1, phase: "open", title: "At least one wild?" } as LivePoll;

  it("replaces a pupil's table, and comes from a file of its own", async () => {
    await atTable();
    await says({ kind: "lesson", poll, asked: 1 });
    expect(find("[data-p10='table']")).toBeNull();
    expect(find("h1").textContent).toBe("At least one wild?");
    await vi.waitFor(() => expect(alert()).toBe("This part of the page could not be loaded."));
    visit.play();
    await settle();
    expect(find("[data-p10='table']")).not.toBeNull();
    await says({ kind: "lesson", poll: { ...poll, phase: "closed" }, asked: 1 });
    expect(find("[data-p10='table']")).toBeNull();
    await says({ kind: "lesson", poll: null, asked: 1 });
    expect(find("[data-p10='table']")).not.toBeNull();
  });

  it("leaves a host at the table, and waits in the room", async () => {
    await atTable("classic-play", "host");
    await says({ kind: "lesson", poll, asked: 1 });
    expect(find("[data-p10='table']")).not.toBeNull();
    await press("room");
    await vi.waitFor(() => expect(alert()).toBe("This part of the page could not be loaded."));
  });
});

describe("the rights of a page", () => {
  async function widget(name: string, may: ("again" | "load" | "pace" | "save" | "replay")[] | undefined) {
    const { about, view } = sample(name);
    table = await mounted(tableWidget, { about: { ...about, ...(may && { may }) }, view });
    return table;
  }

  it("leave out saving, loading and the pace", async () => {
    const shown = await widget("classic/thinking", []);
    expect(shown.act("pause")).toBeNull();
    await shown.press("g");
    await shown.press("m");
    for (const name of ["save-game", "load-game"]) expect(shown.act(name), name).toBeNull();
    expect(shown.find('[data-choice="pace"]')).toBeNull();
    expect(shown.sent).toEqual([]);
  });

  it("count one by one", async () => {
    const shown = await widget("classic/thinking", ["save"]);
    await shown.press("m");
    expect([shown.act("save-game"), shown.act("load-game")].map(Boolean)).toEqual([true, false]);
  });

  it.each([
    [undefined, [true, true, true]],
    [[], [false, false, false]],
    [["replay"], [false, false, true]],
    [["again"], [true, true, false]],
  ] as const)("leave out new games and replays: %s", async (may, there) => {
    const shown = await widget("classic/again", may && [...may]);
    expect(["again", "again-same", "replay"].map((name) => Boolean(shown.act(name)))).toEqual(there);
  });
});
