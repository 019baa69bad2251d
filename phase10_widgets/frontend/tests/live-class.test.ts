import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import type { LiveHere, LiveRoom, LiveWelcome } from "../src/protocol/live";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { act, answers, el, find, inside as comeIn, KEY, open, posted, press, says, sent, settle, violations, visit } from "./live-room";
import { sample } from "./mounted";

const choose = async (field: string, value: string) => {
  const select = find<HTMLSelectElement>(`[data-field="${field}"]`);
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
};
const inside = (who: Partial<LiveWelcome> = {}, what: Partial<LiveRoom> = {}) => comeIn({ role: "host", ...who }, what);
const people = [
  { person: 1, name: "Ada", host: true, there: true, table: null, hand: 0 },
  { person: 2, name: "Ben", host: false, there: false, table: 1, hand: 0 },
  { person: 3, name: "Ben 2", host: false, there: true, table: null, hand: 0 },
];
/** The controls for moving somebody. */
const row = (person: number) => find(`[data-person="${person}"]`);
const move = async (person: number) => {
  row(person).querySelector<HTMLElement>('[data-act="move"]')!.click();
  await settle();
};

describe("a host", () => {
  it("chooses cards, time and names for all tables", async () => {
    await inside();
    await choose("same", "same");
    await choose("clock", "60");
    await choose("names", "names");
    expect(sent()).toMatchObject([{ kind: "same", on: true }, { kind: "clock", seconds: 60 }, { kind: "names", on: true }]);
    await says(room({ same: true, clock: 60, names: true, tables: [liveTable(), liveTable({ table: 2 })] }));
    expect(find("[data-p10='manage']").textContent).toContain("Luck is equal");
    expect(act("start").textContent).toBe("Start all tables");
    await choose("same", "");
    expect(sent().at(-1)).toMatchObject({ kind: "same", on: false });
  });

  it("does not change the cards of a running game", async () => {
    await inside({}, { same: true, tables: [liveTable({ state: "playing", round: 1 }), liveTable({ table: 2 })] });
    expect(find<HTMLSelectElement>('[data-field="same"]').disabled).toBe(true);
    expect(find('[data-table="2"] [data-act="start"]').textContent).toBe("Start");
  });

  it("moves people to a table, to a seat, and off", async () => {
    await inside({}, { people, tables: [liveTable(), liveTable({ table: 2 })] });
    await move(2);
    expect(document.activeElement).toBe(row(2).querySelector("select"));
    expect([...row(2).querySelectorAll('[data-field="to"] option')].map(({ textContent }) => textContent)).toEqual(["no table", "Table 2"]);
    await choose("to", "2");
    expect([...row(2).querySelectorAll('[data-field="seat"] option')].map(({ textContent }) => textContent)).toEqual(["any free seat", "2", "3"]);
    await choose("seat", "2");
    await press("place");
    expect(sent().at(-1)).toMatchObject({ kind: "place", person: 2, table: 2, seat: 2 });
    expect(document.activeElement).toBe(row(2).querySelector('[data-act="move"]'));
    await move(2);
    await press("place");
    expect(sent().at(-1)).toMatchObject({ kind: "place", person: 2, table: null });
    await move(3);
    expect(act("place").disabled).toBe(true);
    await press("move-cancel");
    expect(document.activeElement).toBe(row(3).querySelector('[data-act="move"]'));
  });

  it("gives a place back to somebody whose browser has lost it", async () => {
    await inside({}, { people });
    await move(3);
    expect([...row(3).querySelectorAll('[data-field="lost"] option')].map(({ textContent }) => textContent)).toEqual(["nobody else", "Ben"]);
    expect(act("reseat").disabled).toBe(true);
    await choose("lost", "2");
    await press("reseat");
    expect(sent().at(-1)).toMatchObject({ kind: "reseat", person: 2, newcomer: 3 });
  });

  it("gets a recovery code, and ends other devices after a question", async () => {
    await inside();
    expect(find("[data-p10='recovery']")).toBeNull();
    await press("recovery");
    expect(sent().at(-1)).toMatchObject({ kind: "recovery" });
    await says({ kind: "recovery", code: "BCDFG-HJKLM-NPQRS-TVWXZ", link: "Bone" });
    expect(find("[data-p10='recovery']").textContent).toBe("BCDFG-HJKLM-NPQRS-TVWXZ");
    expect(find<HTMLInputElement>("[data-p10='host-link']").value).toBe("http://localhost:3000/phase10/live#h=Bone");
    expect(find("[data-p10='recovery']").closest("[role=status]")).not.toBeNull();
    await press("alone");
    expect(sent().at(-1)).toMatchObject({ kind: "recovery" });
    await press("alone-confirm");
    expect(sent().at(-1)).toMatchObject({ kind: "alone" });
  });

  it("comes back with the code on another device", async () => {
    await open();
    const input = find<HTMLInputElement>('[name="recovery"]');
    input.value = "bcdfg hjklm npqrs tvwxz";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    answers.recover = [403, { code: "unknown", why: "No room has this recovery code." }];
    await press("recover");
    expect(find("[role=alert]").textContent).toBe("No room has this recovery code.");
    delete answers.recover;
    await press("recover");
    expect(posted.at(-1)).toEqual({ url: "/phase10/live/recover?room=B", body: { code: "bcdfg hjklm npqrs tvwxz" } });
    FakeSocket.last.opens();
    expect(FakeSocket.last.sent[0]).toMatchObject({ kind: "hello", token: "new" });
    await says(welcome({ role: "host" }), room());
    expect(JSON.parse(localStorage.getItem("phase10_live")!)).toMatchObject({ [KEY]: { token: "new", name: "Ada" } });
  });

  it("sees none of these as a guest", async () => {
    await inside({ role: "guest" }, { people });
    for (const name of ["move", "recovery", "alone"]) expect(act(name), name).toBeNull();
    expect(find('[data-field="same"]')).toBeNull();
  });

  it("has no accessibility errors while somebody is moved", async () => {
    await inside({}, { people, same: true, clock: 30, tables: [liveTable(), liveTable({ table: 2, needs: "Ben waits.", urgency: 4 })] });
    await move(3);
    await choose("to", "2");
    await says({ kind: "recovery", code: "BCDFG-HJKLM-NPQRS-TVWXZ", link: "Bone" });
    el.querySelectorAll("details").forEach((details) => (details.open = true));
    expect(await violations()).toEqual([]);
  });

  it("speaks German, too", async () => {
    await inside({}, { people });
    await visit.choose("de");
    await settle();
    expect(find("[data-p10='manage']").textContent).toContain("an allen Tischen dieselben");
    expect(find('[data-field="clock"]').textContent).toContain("30 Sekunden");
  });
});

describe("at the table", () => {
  const seats = [
    { name: "Ben", presence: "person" as const, person: 2, phase: 3, completed: [] },
    { name: "Ada", presence: "person" as const, person: 1, phase: 2, completed: [] },
  ];
  const playing = liveTable({ state: "playing", round: 2, to_act: 1, seats });
  const here = (change: Partial<LiveHere> = {}): LiveHere => ({ kind: "here", seats: ["person", "person"], to_act: { seat: 1, name: "Ada" }, left: null, of: null, paused: false, watchers: 0, ...change });
  async function atTable(what: Partial<LiveRoom> = {}, mode = "classic-play") {
    await inside({ role: "guest" }, {});
    const { about, view } = sample(mode);
    await says(room({ table: 1, seat: 1, tables: [playing], ...what }), { kind: "tell", table: 1, about: { ...about, home: "lost", may: [] }, view });
  }
  const presence = () => find("[data-p10='presence']").textContent;

  it("says how much of one's own time is left, and warns once in words", async () => {
    await atTable();
    expect(find("[data-p10='row']")).toBeNull();
    await says(here({ left: 30, of: 30 }));
    expect(find(".time").textContent).toBe("Your time: 0:30");
    expect(presence()).toBe("");
    await says(here({ left: 9.6, of: 30 }));
    expect(find(".time").dataset.soon).toBe("true");
    expect(presence()).toContain("Ten seconds left.");
    await says(here({ left: 9, of: 30, to_act: { seat: 0, name: "Ben" } }));
    expect(find(".time").textContent).toBe("Time left: 0:09");
    expect(find(".time").dataset.soon).toBeUndefined();
    expect(presence()).toBe("");
  });

  it("lets the time run by itself", async () => {
    await atTable();
    vi.useFakeTimers();
    FakeSocket.last.says(here({ left: 30, of: 30 }));
    flushSync();
    vi.advanceTimersByTime(5000);
    flushSync();
    expect(find(".time").textContent).toBe("Your time: 0:25");
  });

  it("gives the seat back to somebody for whom a computer plays", async () => {
    await atTable();
    await says(here({ seats: ["person", "stand-in"] }));
    expect(find("[data-p10='row']").textContent).toContain("A computer plays for you.");
    expect(presence()).toContain("A computer plays for you.");
    await press("back");
    expect(sent().at(-1)).toMatchObject({ kind: "back" });
    await says(here());
    expect(act("back")).toBeNull();
  });

  it("offers no other game while tables play the same cards", async () => {
    await atTable({ same: true, tables: [{ ...playing, state: "over" }, { ...playing, table: 2 }] });
    await says(welcome({ role: "host" }), here());
    expect(find("[data-p10='row']").textContent).toContain("Other tables still play these cards.");
    expect(act("start")).toBeNull();
    await press("room");
    expect(act("start")).toBeNull();
  });

  it("tells spectators why they see no cards", async () => {
    await atTable({ seat: null, same: true });
    await says(here());
    expect(find("[data-p10='row']").textContent).toContain("you see phases and counts until all have finished");
  });
});
