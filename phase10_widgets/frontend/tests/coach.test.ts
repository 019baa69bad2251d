import { expect, it, vi } from "vitest";
import coachWidget from "../src/coach";
import type { CurveView, DecisionView, ReplayPlace, ReviewView } from "../src/protocol/table";
import { mounted, open, sample, settle, table } from "./mounted";

const LUCK = {
  title: "Luck and skill", unit: "In percentage points.", why: "What do these numbers mean?", lines: ["It is 0 on average."],
  head: ["Player", "Luck", "Skill", "Result"], rows: [{ cells: ["Ana", "+20", "+30", "+50"] }],
}; // prettier-ignore

const why = "your phase does not need it";
const MISTAKE: DecisionView = {
  at: 3, name: "Ana", grade: "mistake", cost: 0.6, why, text: "Draw from the pile: that cost about 0.6 turns.",
  played: { text: "Draw from the pile", cards: "", blind: true }, better: { text: "Take the red 12", cards: "R12", blind: false },
}; // prettier-ignore
const BEST: DecisionView = { ...MISTAKE, at: 9, grade: "best", cost: 1.2, played: MISTAKE.better!, better: null };
const CURVE: CurveView = {
  title: "Win probability", text: "Du beginnst bei 50 %.", names: ["Ana", "Ben"], own: 0,
  moments: [0, 2, 4, 10], rounds: [{ round: 1, at: 0 }], chances: [[50, 60, 40, 100], [50, 40, 60, 0]],
}; // prettier-ignore
const REVIEW: ReviewView = { title: "Your costliest decisions", rows: [MISTAKE], praise: BEST, curve: CURVE };

const FOUND = { title: "Costliest decisions", lead: "Press one.", luck: LUCK, curve: { ...CURVE, own: null }, rounds: [{ title: "Round 1", rows: [MISTAKE], praise: BEST }] };
const START = { title: "Coach", lead: "Luck or skill?", how: "Choose a file." };
/** The coach, optionally at a moment of a game. */
const coached = (coach: object, place: Partial<ReplayPlace> = {}) => {
  const { about, view } = sample("classic/seek");
  return mounted(coachWidget, { about: { ...about, mode: "replay", coach }, view: { ...view, replay: { ...view.replay!, ...place } } });
};
/** The end of a round, with these decisions in its summary. */
async function reviewed(review: ReviewView) {
  await open("classic/continue");
  await table.show({ summary: { ...table.state.view.summary!, review } });
}

const advice = "Discard the red 12: your phase does not need it.";
/** Python answers the request for a hint. */
async function hinted(fields: object) {
  const { id } = table.sent.at(-1) as { id: string };
  table.say({ kind: "hint", id, code: "hint", rule: null, why: advice, cards: "", group: "", ...fields });
  await settle();
}

it("a hint is requested by button and key, is announced politely and marks its card or pile, unless hints are off", async () => {
  await open("classic-play", {}, { hints: true });
  expect(table.act("hint").textContent).toContain("Hint");
  const card = table.find("[data-hand-card]").dataset.handCard!;
  await table.press("t");
  expect(table.sent.at(-1)).toMatchObject({ kind: "hint" });
  const action = table.state.view.legal.find(({ type }) => type === "discard");
  await hinted({ hint: "hand", cards: card, action });
  expect(table.find(".refused").textContent).toContain(advice);
  expect(table.find("[role='alert']")).toBeNull();
  expect(table.find("[aria-live='polite'], [role='status']").textContent).toContain(advice);
  expect(table.all("[data-blamed]").map(({ dataset }) => dataset.handCard)).toEqual([card]);
  await open("classic-play", {}, { hints: false });
  expect(table.act("hint")).toBeNull();
  await table.press("t");
  expect(table.sent).toHaveLength(0);
  await open("masters-draw", {}, { hints: true });
  await table.click("[data-act='hint']");
  await hinted({ hint: "deck", action: { type: "draw", from: "deck" } });
  await table.press("x");
  expect(table.find("[data-p10='table']").dataset.hint).toBe("deck");
  expect(table.all("[data-blamed]")).toHaveLength(0);
});

it("decisions are graded, show their cards, link to their moments, and are marked on the curves of all players", async () => {
  await reviewed(REVIEW);
  const [best, mistake] = table.all("[data-act='decision']");
  for (const part of ["Mistake", "cost about 0.6 turns", "Draw from the pile", "Take the red 12", why]) expect(mistake!.textContent).toContain(part);
  expect(mistake!.querySelectorAll("[data-face]"), "the back of a card, and the better one").toHaveLength(2);
  expect(best!.textContent).toContain("Best move");
  expect(best!.textContent).toContain("any other move costs at least 1.2 turns");
  mistake!.click();
  await settle();
  expect(table.sent.at(-1)).toMatchObject({ kind: "replay", at: 3 });
  expect(table.find("[data-p10='curve']"), "nothing can be seen on it after a single round").toBeNull();
  await table.show({ rounds: [1, 2].map((round) => ({ ...table.state.view.rounds[0]!, round })) });
  const curve = table.find("[data-p10='curve']");
  expect([...curve.querySelectorAll("polyline")].map((line) => line.getAttribute("points"))).toEqual(["0,50 20,40 40,60 100,0", "0,50 20,60 40,40 100,100"]);
  expect([...curve.querySelectorAll("circle")].map((mark) => [mark.dataset.grade, mark.getAttribute("cx"), mark.getAttribute("cy")])).toEqual([["mistake", "30%", "40%"], ["best", "90%", "60%"]]);
  expect(curve.textContent).toContain("Du beginnst bei 50\u00a0%.");
});

it("luck and skill are shown at the end, unless the game was too short to tell them apart", async () => {
  await open("classic/again");
  const luck = { title: "Luck and skill", head: [], rows: [], unit: "", why: "", lines: ["Too short to tell."] };
  await table.show({ over: { ...table.state.view.over!, luck } });
  expect(table.find("[data-p10='over']").textContent).toContain("Too short to tell.");
  expect(table.find("[aria-label='Luck and skill']")).toBeNull();
  await table.show({ over: { ...table.state.view.over!, luck: LUCK } });
  const rows = [...table.find("[aria-label='Luck and skill']").querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([LUCK.head, ...LUCK.rows.map(({ cells }) => cells)]);
  expect(table.find("[data-p10='over']").textContent).toContain("What do these numbers mean?");
});

it("a moment of a replay can be tried again, graded, and left", async () => {
  await open("classic/seek", { replay: { ...sample("classic/seek").view.replay!, at: 3, last: 20, decision: MISTAKE, tries: true } }, { mode: "replay" });
  expect(table.find("[data-p10='graded']").textContent).toContain("Take the red 12");
  await table.press("t");
  expect(table.sent.at(-1)).toMatchObject({ kind: "try" });
  await open("classic-play", { graded: MISTAKE }, { practice: true, home: null });
  expect(table.find("[data-p10='message']").textContent).toContain("Mistake. Better: Take the red 12.");
  await table.click("[data-act='menu']");
  expect(table.act("save-game"), "a second try is not stored").toBeNull();
  await table.click("[data-act='back']");
  expect(table.sent.at(-1)).toMatchObject({ kind: "back" });
});

it("without a game the coach asks for a file, and explains errors in it", async () => {
  const table = await coached(START);
  expect(table.find("[data-p10='table']"), "no made-up game").toBeNull();
  const input = table.find<HTMLInputElement>("input[type='file']");
  Object.defineProperty(input, "files", { value: [{ size: 4, text: async () => "milk" }] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(table.sent.at(-1)).toMatchObject({ kind: "load", text: "milk" }));
  await table.refuse("This file holds no game.");
  expect(table.find("[role='alert']").textContent).toContain("holds no game");
});

it("a long review reports its progress, and where it stopped", async () => {
  const page = await coached({ ...START, progress: "40% done" });
  expect(page.find("[role='status']").textContent).toBe("40% done");
  expect((await coached({ ...FOUND, cut: "It stopped." })).el.textContent).toContain("It stopped.");
  await reviewed({ ...REVIEW, cut: "It stopped." });
  expect(table.find("[data-p10='summary']").textContent).toContain("It stopped.");
});
