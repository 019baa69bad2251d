import { flushSync, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { show as showPage } from "../src/live";
import { codeOf, Visit } from "../src/rooms/visit.svelte";
import type { LivePoll } from "../src/protocol/rooms_lesson";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { answers, atTable, here, inside, KEY, known, leave, open, playing, posted, says, sent, show, stored, visit } from "./room-visit";
import { open as openTable, sample } from "./mounted";
import { act, alert, all, bare, blockStorage, enter, find, press, settle, submit, texts } from "./page";

const type = (name: string, value: string) => enter(`[name="${name}"]`, value);
const choose = (field: string, value: string) => enter(`[data-field="${field}"]`, value);

it("opens a table for friends unless only teachers may, and links to the start page if there is one", async () => {
  await open();
  await type("name", "Ada");
  await press("open");
  expect(posted).toEqual([{ url: "/phase10/live/open", body: { name: "Ada", language: "en" } }]);
  expect(FakeSocket.all).toHaveLength(1);
  await open();
  expect(["open", "join", "home"].map((name) => Boolean(act(name)))).toEqual([true, true, false]);
  await show({ friends: false, home: true });
  expect(["open", "join", "home"].map((name) => Boolean(act(name)))).toEqual([false, true, true]);
  expect(act("home").getAttribute("href")).toBe("/phase10/");
});

it("ignores the second press of a double press on a button that was not there at the first", async () => {
  const el = document.body.appendChild(document.createElement("div"));
  Object.assign(el.dataset, { base: "/phase10/", language: "en" });
  const app = await showPage(el, { open: (url) => new FakeSocket(url), random: () => 0 });
  await settle();
  await type("name", "Ada");
  for (const detail of [2, 1]) {
    expect(posted).toEqual([]);
    act("open").dispatchEvent(new MouseEvent("click", { detail, bubbles: true, cancelable: true }));
    await settle();
  }
  expect(posted).toHaveLength(1);
  await unmount(app);
  el.remove();
});

describe("joining", () => {
  it.each(["a", "😀", "e\u0301"])("accepts a name with as many letters as the service does, however a browser stores them: %s", async (letter) => {
    const name = letter.repeat(20);
    await open(`k=${KEY}`);
    expect(find<HTMLInputElement>('[name="name"]').maxLength).toBeGreaterThanOrEqual(name.length);
    await type("name", name + letter);
    await submit();
    expect(alert()).toContain("at most 20");
    await type("name", name);
    await submit();
    expect(posted.map(({ body }) => body.name)).toEqual([name]);
  });

  it("needs only a name if the link has a key", async () => {
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
    expect(stored()).toMatchObject({ [KEY]: { token: "new", name: "Ada", code: "BCDFGH" } });
  });

  it("tells who invites, as text, and works without that", async () => {
    answers.invitation = [200, { host: "<b>Eve</b>" }];
    await open(`k=${KEY}`);
    expect(find("form").textContent).toContain("<b>Eve</b> invites you to a game of Phase 10.");
    answers.invitation = [403, { code: "unknown", why: "This link no longer works." }];
    await open(`k=${KEY}`);
    expect(find("form").textContent).toContain("You are invited.");
    expect(act("join")).not.toBeNull();
  });

  it("accepts a code as people type it", async () => {
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

  it.each(["open", "join"])("says beside the name that it is missing, after %s", async (way) => {
    await open();
    await press(way);
    const input = find('[name="name"]');
    expect(alert()).toBe("Enter a name.");
    expect(input.closest("section")!.contains(find("[role=alert]"))).toBe(true);
    expect(input.getAttribute("aria-describedby")).toBe(find("[role=alert]").id);
    expect(document.activeElement).toBe(input);
    expect(find('[name="code"]').closest("section")!.contains(find("[role=alert]")), "a code is not missing").toBe(false);
    expect(posted).toEqual([]);
  });

  it.each(["join", "open", "recover"])("says beside the button why the service refuses to %s", async (way) => {
    answers[way] = [403, { code: "refused", why: "Not now." }];
    await open();
    await type("name", "Ada");
    await type("code", "BCDFGH");
    await press(way);
    expect(alert()).toBe("Not now.");
    expect(act(way).closest("section")!.contains(find("[role=alert]"))).toBe(true);
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

  it("explains that a host's link has been used", async () => {
    answers.recover = [403, { code: "unknown", why: "This link has been used." }];
    await open("h=Bonce");
    expect(alert()).toBe("This link has been used.");
    expect(find<HTMLDetailsElement>("details").open, "the code also helps").toBe(true);
    expect(location.href).not.toContain("Bonce");
    expect(FakeSocket.all).toEqual([]);
  });

  it("keeps a host's link in the address until the server answers", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
    await open("h=Bonce");
    expect(alert()).toContain("is not responding");
    expect(location.hash).toBe("#h=Bonce");
  });

  it("retries by itself when many join at once, until the person changes their mind", async () => {
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

  it("works if storage is blocked", async () => {
    blockStorage();
    await open("h=secret");
    FakeSocket.last.opens();
    await says(welcome({ role: "host" }), room());
    expect(find("[data-p10='manage']")).not.toBeNull();
  });

  it.each([
    [4401, "Nobody knows you here.", true, false],
    [4403, "The host has removed you.", true, false],
    [4410, "The room is closed.", true, true],
    [4409, "", false, false],
  ])("is possible again after a goodbye with %i %s, unless the page is of another version", async (code, why, joins, asks) => {
    await inside();
    await says({ kind: "bye", code, why, after: null });
    if (joins) expect(alert()).toBe(why);
    expect(localStorage.getItem("phase10_live") === "{}").toBe(joins);
    expect(Boolean(find('[name="code"]'))).toBe(asks);
    expect(Boolean(act("reload"))).toBe(!joins);
  });

  it("lets a page that newer ones replaced take the table back", async () => {
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

describe("the room", () => {
  it("offers free seats, or explains why not; guests leave their seat, watch a running table, take a computer's seat, or return to their own", async () => {
    await inside();
    expect(find("[data-p10='room-table']").textContent).toContain("Ben");
    expect(all('[data-act="sit"]')).toHaveLength(2);
    await press("sit");
    expect(sent()).toMatchObject([{ kind: "sit", table: 1, seat: 1 }]);
    await says({ kind: "reject", id: sent()[0]!.id as string, code: "taken", rule: null, why: "Somebody was faster." });
    expect(alert()).toBe("Somebody was faster.");
    await press("sit");
    expect(alert()).toBeUndefined();
    await says(room({ table: 1, seat: 1, tables: [liveTable({ seats: [{ name: "Ada", presence: "person", person: 1, phase: null, completed: [] }] }), { ...playing, table: 2, seats: playing.seats.map((seat) => ({ ...seat, person: null })) }] }));
    expect(find("[data-p10='advice']").textContent).toBe("The host starts the game.");
    await press("stand");
    await press("watch");
    await press("sit");
    expect(sent().slice(2)).toMatchObject([{ kind: "stand" }, { kind: "watch", table: 2 }, { kind: "sit", table: 2, seat: 2 }]);
    await says(room({ tables: [{ ...playing, own: 1, seats: playing.seats.map((seat, at) => (at ? { ...seat, presence: "computer", person: null } : seat)) }] }));
    expect(all('[data-act="sit"]').map(({ dataset }) => dataset.seat)).toEqual(["1"]);
  });

  it("shows a host how to invite until a game starts, and then the tables that need them", async () => {
    await inside({ role: "host" });
    const before = () => Boolean(find("[data-p10='invite']").compareDocumentPosition(find("[data-p10='room-table']")) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(before()).toBe(true);
    await says(room({ tables: [playing] }));
    expect(before()).toBe(false);
    expect(all("[data-p10='invite']")).toHaveLength(1);
    await says(room({ tables: [1, 2, 3].map((n) => liveTable({ table: n, needs: n > 1 ? "Ben waits." : "", urgency: n === 2 ? 5 : n === 3 ? 2 : 0 })) }));
    expect(all("[data-table]").map(({ dataset }) => dataset.table)).toEqual(["2", "3", "1"]);
    expect(act("start-all")).not.toBeNull();
  });

  it("has controls for hosts only", async () => {
    await inside();
    for (const name of ["start", "lock", "pause-all", "kick", "move", "end", "more", "wall", "copy", "recovery", "alone"]) expect(act(name), name).toBeNull();
    expect(find('[data-field="same"]')).toBeNull();
    await says(welcome({ role: "host" }));
    for (const name of ["start", "lock", "pause-all", "more"]) await press(name);
    expect(sent()).toMatchObject([{ kind: "start", table: 1 }, { kind: "lock", on: true }, { kind: "pause", on: true }, { kind: "tables", n: 2 }]);
    expect(find<HTMLAnchorElement>('[data-act="wall"]').href).toBe(`http://localhost:3000/phase10/live#wall&k=${KEY}`);
    expect(posted.at(-1)).toEqual({ url: "/phase10/live/qr?room=T", body: { token: "t", text: `http://localhost:3000/phase10/live#k=${KEY}` } });
  });

  it("asks hosts before it removes or deletes; a person can be removed with everybody who came later", async () => {
    await inside({ role: "host" });
    expect(bare(document.body, ["Ada", "Ben"])).toEqual([]);
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
    const people = ["Hanna", "Ada", "Bot 1", "Bot 2"].map((name, at) => ({ person: at + 1, name, host: at === 0, there: true, table: null, hand: 0 }));
    await says(room({ people }));
    const row = (person: number, name = "") => find(`[data-person="${person}"] ${name && `[data-act="${name}"]`}`);
    const click = async (person: number, name: string) => {
      row(person, name).click();
      await settle();
    };
    await click(2, "kick");
    expect(row(2).textContent).toContain("the room is locked until you unlock it");
    expect(row(2, "kick-also").textContent).toBe("Also remove the 2 people who came later");
    await click(2, "kick-also");
    await click(4, "kick");
    expect(row(4, "kick-also"), "nobody came later").toBeNull();
    await click(4, "kick-confirm");
    expect(sent().slice(2)).toMatchObject([{ kind: "kick", person: 2, later: true }, { kind: "kick", person: 4 }]);
  });

  it("lets hosts plan a table, whose house rules stay until its game or length changes", async () => {
    const options = { must_lay_down: true };
    await inside({ role: "host" }, { tables: [liveTable({ options })] });
    for (const [field, value] of [["seats", "4"], ["level", "7"], ["preset", "short"], ["edition", "flip"]] as const) await choose(field, value);
    expect(sent()[0]).toMatchObject({ kind: "plan", table: 1, edition: "classic", preset: "usual", seats: 4, level: 4 });
    expect(sent().map((message) => (message as { options: unknown }).options)).toEqual([options, options, {}, {}]);
  });

  it("says hello in its person's language, before the texts are loaded", async () => {
    known();
    history.replaceState(null, "", `#k=${KEY}`);
    const early = new Visit({ base: "/", language: "de", connection: { open: (url) => new FakeSocket(url) } });
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent).toMatchObject([{ kind: "hello", language: "de" }]);
    early.leave();
  });

  it("switches to another language, and tells the service", async () => {
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
  it("appears when its game runs, sends actions over the connection, and yields to the lobby when the person leaves", async () => {
    const view = await atTable();
    expect(find("[data-p10='table']").dataset.mode).toBe("page");
    await press("undo");
    expect(sent().at(-1)).toMatchObject({ kind: "say", message: { kind: "undo", rev: view.rev } });
    await says({ kind: "tell", table: 1, view: { ...view, rev: view.rev, ack: (sent().at(-1)!.message as { id: string }).id } });
    expect(find("[data-p10='table']").dataset.busy).toBe("false");
    await press("menu");
    expect(act("leave-game").textContent).toContain("Leave the table");
    await press("leave-game");
    await press("leave-confirm");
    expect(sent().at(-1)).toMatchObject({ kind: "say", message: { kind: "leave" } });
    await says(room({ tables: [playing] }));
    expect(find("[data-p10='table']")).toBeNull();
    expect(document.activeElement).toBe(find("h1"));
  });

  it("names absent people at their seats, and in a row that always stays reachable", async () => {
    const view = await atTable();
    await says({ kind: "tell", table: 1, view: { ...view, rev: view.rev + 1, present: ["", "away", "stand-in"] } });
    expect(all("[data-seat-box]").map((box) => box.querySelector(".where")?.textContent)).toEqual(["away", "computer"]);
    await says({ kind: "tell", table: 1, view: { ...view, rev: view.rev + 2, present: ["away", "", ""] } });
    expect(all(".where")).toEqual([]);
    expect(find("[data-p10='row']")).toBeNull();
    await says(here({ seats: ["stand-in", "person", "computer"], to_act: { seat: 0, name: "Ben" }, left: 65, of: 90 }));
    expect(find("[data-p10='row']").textContent).toContain("A computer plays for Ben.");
    expect(find("[data-p10='row']").textContent).toContain("Time left: 1:05");
    expect(find("[data-p10='presence']").textContent).toContain("A computer plays for Ben.");
    expect(find("[data-p10='row']").closest("[inert]")).toBeNull();
    await says(here({ paused: true }));
    expect(find("[data-p10='row']").textContent).toContain("Paused by the host.");
    expect(find("[data-p10='presence']").textContent).toContain("Ben is back.");
  });

  it("asks everybody at the end whether to play again, and says who wants to", async () => {
    await atTable("classic/again");
    const over = (...again: number[]) => room({ friends: true, table: 1, seat: 1, tables: [{ ...playing, state: "over", seats: playing.seats.map((each, seat) => ({ ...each, ...(again.includes(seat) && { again: true as const }) })) }] });
    await says(over(0));
    expect(find("[data-p10='row']").textContent).toContain("Again: Ben.");
    await press("again-all");
    expect(sent().at(-1)).toMatchObject({ kind: "again" });
    await says(over(0, 1));
    expect(find("[data-p10='presence']").textContent).toContain("Again: Ben, you.");
    await says({ ...over(1), people: [{ ...room().people[1]!, there: true }] });
    expect(find("[data-p10='row']").textContent).toContain("Again: you. Waiting for Ben.");
    expect(act("again-all")!.getAttribute("aria-disabled")).toBe("true");
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

  it("have a button at the table, unless the host plays there", async () => {
    await atTable();
    expect(act("hand")).toBeNull();
    await says(room({ table: 1, seat: 1, tables: [playing], people: people(0) }));
    await press("hand");
    expect(sent().at(-1)).toMatchObject({ kind: "hand", up: true });
    await says(room({ table: 1, seat: 1, tables: [playing], people: people(1) }));
    expect(find("[data-p10='presence']").textContent).toContain("Your hand is up.");
  });

  it("are on top of the host's page, in order", async () => {
    await inside(host, { people: people(2, 1), tables: [playing] });
    expect(texts("[data-p10='hands'] li b")).toEqual(["Cleo raises a hand", "Ada raises a hand"]);
    expect(bare(document.body, ["Ada", "Cleo"])).toEqual([]);
    expect(act("hand")).toBeNull();
    await press("hand-go");
    expect(sent().at(-1)).toMatchObject({ kind: "watch", table: 1 });
    await press("hand-done");
    expect(sent().at(-1)).toMatchObject({ kind: "hand", up: false, person: 3 });
    expect(find("[data-p10='presence']").textContent).toBe("Raised hands: Cleo, Ada");
    await says(room({ people: people(0) }));
    expect(find("[data-p10='hands']")).toBeNull();
  });

  it("reach a host who watches, and are lowered when the host returns", async () => {
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

  it("replaces a pupil's table, and comes from a separate file", async () => {
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

  it("leaves a host at the table, and waits in the room, which leads back to the table", async () => {
    await atTable("classic-play", "host");
    await says({ kind: "lesson", poll, asked: 1 });
    expect(find("[data-p10='table']")).not.toBeNull();
    await press("room");
    expect(find("[data-p10='table']")).toBeNull();
    await vi.waitFor(() => expect(alert()).toBe("This part of the page could not be loaded."));
    await press("to-table");
    expect(find("[data-p10='table']")).not.toBeNull();
  });
});

describe("the rights of a page", () => {
  it("can exclude saving, loading and the pace, one by one", async () => {
    const table = await openTable("classic/thinking", {}, { may: [] });
    expect(table.act("pause")).toBeNull();
    await table.press("g");
    await table.press("m");
    expect([table.act("save-game"), table.act("load-game"), table.find('[data-choice="pace"]')]).toEqual([null, null, null]);
    expect(table.sent).toEqual([]);
    await table.close();
    await (await openTable("classic/thinking", {}, { may: ["save"] })).press("m");
    expect(["save-game", "load-game"].map((name) => Boolean(act(name)))).toEqual([true, false]);
  });

  it.each([
    [undefined, [true, true, true]],
    [[], [false, false, false]],
    [["replay"], [false, false, true]],
    [["again"], [true, true, false]],
  ] as const)("leave out new games and replays: %s", async (may, there) => {
    const shown = await openTable("classic/again", {}, may && { may: [...may] });
    expect(["again", "again-same", "replay"].map((name) => Boolean(shown.act(name)))).toEqual(there);
  });
});
