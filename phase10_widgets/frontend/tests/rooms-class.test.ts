import axe from "axe-core";
import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import type { LiveRoom, LiveWelcome } from "../src/protocol/rooms";
import { FakeSocket, liveTable, room, welcome } from "./fake-socket";
import { atTable, here, inside as comeIn, playing, says, sent } from "./room-visit";
import { act, all, enter, find, press, settle, texts } from "./page";

const choose = (field: string, value: string) => enter(`[data-field="${field}"]`, value);
const inside = (who: Partial<LiveWelcome> = {}, what: Partial<LiveRoom> = {}) => comeIn({ role: "host", ...who }, what);
const people = [
  { person: 1, name: "Ada", host: true, there: true, table: null, hand: 0 },
  { person: 2, name: "Ben", host: false, there: false, table: 1, hand: 0 },
  { person: 3, name: "Ben 2", host: false, there: true, table: null, hand: 0 },
];
/** The controls for moving a person, or some of them. */
const row = (person: number, part = "") => find(`[data-person="${person}"] ${part}`);
const options = (person: number, field: string) => texts(`[data-person="${person}"] [data-field="${field}"] option`);
const move = async (person: number) => {
  row(person, '[data-act="move"]').click();
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
    await says(room({ same: true, tables: [liveTable({ state: "playing", round: 1 }), liveTable({ table: 2 })] }));
    expect(find('[data-field="same"]').disabled, "a game is running").toBe(true);
    expect(find('[data-table="2"] [data-act="start"]').textContent).toBe("Start");
  });

  it("moves people to a table, to a seat, and off, and returns a lost place to its person", async () => {
    await inside({}, { people, tables: [liveTable(), liveTable({ table: 2 })] });
    await move(2);
    expect(document.activeElement).toBe(row(2, "select"));
    expect(options(2, "to")).toEqual(["no table", "Table 2"]);
    await choose("to", "2");
    expect(options(2, "seat")).toEqual(["any free seat", "2", "3"]);
    for (const details of all("details")) (details as HTMLDetailsElement).open = true;
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await choose("seat", "2");
    await press("place");
    expect(sent().at(-1)).toMatchObject({ kind: "place", person: 2, table: 2, seat: 2 });
    expect(document.activeElement).toBe(row(2, '[data-act="move"]'));
    await move(2);
    await press("place");
    expect(sent().at(-1)).toMatchObject({ kind: "place", person: 2, table: null });
    await move(3);
    expect(act("place").disabled).toBe(true);
    await press("move-cancel");
    expect(document.activeElement).toBe(row(3, '[data-act="move"]'));
    await move(3);
    expect(options(3, "lost")).toEqual(["nobody else", "Ben"]);
    expect(act("reseat").disabled).toBe(true);
    await choose("lost", "2");
    await press("reseat");
    expect(sent().at(-1)).toMatchObject({ kind: "reseat", person: 2, newcomer: 3 });
  });

  it("gets a recovery code, and logs out other devices after a question", async () => {
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
});

describe("at the table", () => {
  const presence = () => find("[data-p10='presence']").textContent;

  it("shows the player's remaining time, warns once in words, and counts down by itself", async () => {
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
    vi.useFakeTimers();
    FakeSocket.last.says(here({ left: 30, of: 30 }));
    flushSync();
    vi.advanceTimersByTime(5000);
    flushSync();
    expect(find(".time").textContent).toBe("Your time: 0:25");
  });

  it("returns a seat from a computer player to its person", async () => {
    await atTable();
    await says(here({ seats: ["person", "stand-in", "computer"] }));
    expect(find("[data-p10='row']").textContent).toContain("A computer plays for you.");
    expect(presence()).toContain("A computer plays for you.");
    await press("back");
    expect(sent().at(-1)).toMatchObject({ kind: "back" });
    await says(here());
    expect(act("back")).toBeNull();
  });

  it("offers no other game while tables play with the same cards", async () => {
    await atTable("classic-play", "guest", { same: true, tables: [{ ...playing, state: "over" }, { ...playing, table: 2 }] });
    await says(welcome({ role: "host" }), here());
    expect(find("[data-p10='row']").textContent).toContain("Other tables are still playing these cards.");
    expect(act("start")).toBeNull();
    await press("room");
    expect(act("start")).toBeNull();
  });

  it("tells spectators why they see no cards", async () => {
    await atTable("classic-play", "guest", { seat: null, same: true });
    await says(here());
    expect(find("[data-p10='row']").textContent).toContain("you see phases and counts until all have finished");
  });
});
