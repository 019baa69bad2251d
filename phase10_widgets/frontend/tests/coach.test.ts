import { afterEach, expect, it, vi } from "vitest";
import { tick } from "svelte";
import coachWidget from "../src/coach";
import tableWidget from "../src/table";
import { mounted, open as opened, sample, type Mounted } from "./mounted";

const LUCK = {
  title: "Luck and skill",
  head: ["Player", "Luck", "Skill", "Result"],
  rows: [{ cells: ["Ana", "+20", "+30", "+50"] }],
  why: "What do these numbers mean?",
  lines: ["It is 0 on average."],
};

let table: Mounted;
const open = async (name: string, hints = true) => {
  const { about, view } = sample(name);
  table = await mounted(tableWidget, { about: { ...about, hints }, view });
};
afterEach(() => table?.close());

const why = "Discard the red 12: your phase does not need it.";
/** Python answers the request for a hint. */
async function hinted(fields: object) {
  const { id } = table.sent.at(-1) as { id: string };
  table.say({ kind: "hint", id, code: "hint", rule: null, why, cards: "", group: "", ...fields });
  await Promise.resolve();
}

it("a hint is requested by button and key, is announced politely and marks its card", async () => {
  await open("classic-play");
  expect(table.act("hint").textContent).toContain("Hint");
  const card = table.find("[data-hand-card]").dataset.handCard!;
  await table.press("t");
  expect(table.sent.at(-1)).toMatchObject({ kind: "hint" });
  await hinted({ hint: "hand", cards: card });
  await table.press("x");
  expect(table.find(".refused").textContent).toContain(why);
  expect(table.find("[role='alert']")).toBeNull();
  expect(table.find("[aria-live='polite'], [role='status']").textContent).toContain(why);
  expect(table.all("[data-blamed]").map(({ dataset }) => dataset.handCard)).toEqual([card]);
});

it("a hint to draw marks the pile", async () => {
  await open("masters-draw");
  await table.click("[data-act='hint']");
  await hinted({ hint: "deck" });
  await table.press("x");
  expect(table.find("[data-p10='table']").dataset.hint).toBe("deck");
  expect(table.all("[data-blamed]")).toHaveLength(0);
});

it("with hints off there is no button and no key", async () => {
  await open("classic-play", false);
  expect(table.act("hint")).toBeNull();
  await table.press("t");
  expect(table.sent).toHaveLength(0);
});

it("a costly decision links to its moment", async () => {
  table = await opened("classic/continue");
  await table.show({ summary: { ...table.state.view.summary!, dear: { title: "Your dearest decisions", rows: [{ at: 7, text: why }] } } });
  expect(table.find("[data-p10='summary']").textContent).toContain("Your dearest decisions");
  await table.click("[data-act='dear']");
  expect(table.sent.at(-1)).toMatchObject({ kind: "replay", at: 7 });
});

it("luck and skill are shown at the end", async () => {
  table = await opened("classic/again");
  await table.show({ over: { ...table.state.view.over!, luck: LUCK } });
  const rows = [...table.find("[aria-label='Luck and skill']").querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([LUCK.head, ...LUCK.rows.map(({ cells }) => cells)]);
  expect(table.find("[data-p10='over'] details").textContent).toContain("What do these numbers mean?");
});

const FOUND = { title: "Costliest decisions", lead: "Press one.", luck: LUCK, rounds: [{ title: "Round 1", rows: [{ at: 3, name: "Ana", text: why }] }] };

it("the coach's decisions below a replay link to their moments, and another file can be loaded", async () => {
  const { about, view } = sample("classic/seek");
  const replay = { ...view.replay!, at: 0, last: 20 };
  table = await mounted(coachWidget, { about: { ...about, mode: "replay", coach: FOUND }, view: { ...view, replay } });
  expect(table.find("[data-p10='luck']").textContent).toContain("+20");
  await table.click("[data-act='dear']");
  expect(table.sent.at(-1)).toMatchObject({ kind: "seek", at: 3 });
  await table.answer({ replay: { ...replay, at: 3, note: why } });
  expect(table.act("dear").getAttribute("aria-current")).toBe("true");
  expect(table.find("[data-p10='replay']").textContent).toContain(why);
  await table.click("[data-act='menu']");
  expect(table.act("load-game")).not.toBeNull();
});

it("without a game the coach asks for a file, and explains errors in it", async () => {
  const { about, view } = sample("classic/seek");
  const coach = { title: "Coach", lead: "Luck or skill?", how: "Choose a file." };
  table = await mounted(coachWidget, { about: { ...about, mode: "replay", coach }, view });
  expect(table.find("[data-p10='table']"), "no made-up game").toBeNull();
  const input = table.find<HTMLInputElement>("input[type='file']");
  Object.defineProperty(input, "files", { value: [{ size: 4, text: async () => "milk" }] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(table.sent.at(-1)).toMatchObject({ kind: "load", text: "milk" }));
  const { id } = table.sent.at(-1) as { id: string };
  table.say({ kind: "reject", id, code: "save", rule: null, why: "This file holds no game." });
  await tick();
  expect(table.find("[role='alert']").textContent).toContain("holds no game");
});
