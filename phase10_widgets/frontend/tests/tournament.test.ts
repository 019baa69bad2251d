import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TournamentView } from "../src/protocol/tournament";
import tournament from "../src/tournament";
import { goldenOdds, mounted, settle } from "./mounted";
import { bare } from "./page";

type State = { about: object; view: TournamentView };
type Page = Awaited<ReturnType<typeof open>>;

/** Mount the tournament with a view written by Python. */
const open = (change: Partial<TournamentView> = {}) => {
  const state = goldenOdds("tournament") as unknown as State;
  Object.assign(state.view, change);
  return mounted(tournament, state);
};

/** Python shows another view: the answer to the last message, if there was one. */
const show = (page: Page, change: Partial<TournamentView> = {}) => (page.sent.length ? page.answer(change) : page.show(change));

async function pick(page: Page, field: string, value: string, nth = 0) {
  const control = page.all(`[data-field="${field}"]`)[nth] as unknown as HTMLSelectElement | HTMLInputElement;
  control.value = value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

let page: Page;
beforeEach(() => void vi.useFakeTimers());

describe("the standings", () => {
  it("match Python's results, best first, and are drawn and described for screen readers", async () => {
    page = await open();
    const { rows, said } = page.state.view;
    expect(page.all("[data-p10='standings'] tbody th").map((cell) => cell.textContent)).toEqual(rows.map(({ name }) => name));
    expect(page.find("[data-p10='standings'] tbody tr").textContent).toContain(rows[0]!.percent);
    expect(page.find("[data-p10='said']").textContent).toBe(said);
    expect(page.all("[data-p10='pairs'] tbody td")).toHaveLength(9);
    const svg = page.find("figure svg");
    for (const { name, percent, interval } of rows) expect(svg.getAttribute("aria-label")).toContain(`${name}: ${percent} (${interval[0]} to ${interval[1]})`);
    expect(page.find(`#${svg.getAttribute("aria-details")} table`)).not.toBeNull();
  });

  it("explain a missing rating", async () => {
    const { rows } = goldenOdds("tournament").view as TournamentView;
    page = await open({ rows: rows.map((row, i) => (i ? row : { ...row, rating: "", why: "won all 12 games" })) });
    expect(page.el.textContent).toContain("greedy: won all 12 games.");
    expect(bare(page.el, rows.map(({ name }) => name))).toEqual([]);
  });

  it("are hidden before the first game", async () => {
    page = await open({ state: "ready", rows: [], pairs: [], raw: [], done: 0, said: "" });
    expect(page.find("[data-p10='standings']")).toBeNull();
    expect(page.find("[data-p10='said']").textContent).toBe("No game has been played yet.");
  });
});

describe("the buttons", () => {
  it("offer only possible actions", async () => {
    page = await open({ state: "over" });
    expect(page.act("start").disabled).toBe(true);
    await show(page, { state: "stopped", fault: "mine stopped with an error" });
    expect([page.act("start").disabled, page.act("start").textContent!.trim()]).toEqual([true, "Go on"]);
    expect(page.find("[role='alert']").textContent).toContain("mine stopped");
    await show(page, { state: "ready", fault: "", done: 0 });
    expect([page.act("start").disabled, page.act("again").disabled]).toEqual([false, true]);
  });

  it("wait for the previous request, and restart the same tournament", async () => {
    page = await open({ state: "ready", done: 0 });
    await pick(page, "games", "8");
    await pick(page, "games", "10");
    await page.click('[data-act="start"]');
    expect(page.sent).toMatchObject([{ games: 8 }]);
    await show(page);
    await show(page);
    expect(page.sent).toMatchObject([{ games: 8 }, { games: 10 }, { kind: "start" }]);
    await show(page, { state: "running" });
    expect(page.sent).toHaveLength(3);
    await show(page, { state: "over", done: 4 });
    await page.click('[data-act="again"]');
    expect(page.sent.slice(3)).toMatchObject([{ kind: "choose" }]);
  });
});

describe("the plan", () => {
  it("is requested in the form that Python accepts", async () => {
    page = await open();
    await pick(page, "player", "random", 0);
    expect(page.sent).toMatchObject([{ kind: "choose", players: ["random", "random", "random"] }]);
    await show(page);
    for (const [field, value] of [["games", "500"], ["together", "yes"], ["decided", "yes"], ["edition", "flip"]] as const) {
      await pick(page, field, value);
      await show(page);
    }
    expect(page.sent.slice(1)).toMatchObject([{ games: 500 }, { together: true }, { decided: true }, { edition: "flip" }]);
  });

  it("adds and removes players, and keeps the focus there", async () => {
    page = await open();
    await page.click('[data-act="add"]');
    expect(page.sent[0]).toMatchObject({ players: ["greedy", "random", "random", "random"] });
    expect(document.activeElement).toBe(page.all("fieldset select")[3]);
    await show(page, { asked: { ...page.state.view.asked, players: ["greedy", "random", "random", "random"] } });
    await page.click('[data-act="remove"]');
    expect(page.sent[1]).toMatchObject({ players: ["random", "random", "random"] });
    expect(document.activeElement).toBe(page.all("fieldset select")[0]);
  });

  it("has at least two players, and at most one for each seat", async () => {
    const { asked } = goldenOdds("tournament").view as TournamentView;
    page = await open({ asked: { ...asked, players: ["greedy", "random"] } });
    expect(page.all('[data-act="remove"]').every(({ disabled }) => disabled)).toBe(true);
    await show(page, { asked: { ...asked, players: Array<string>(6).fill("greedy"), together: true } });
    expect(page.act("add").disabled).toBe(true);
    await show(page, { asked: { ...asked, players: Array<string>(6).fill("greedy") } });
    expect(page.act("add").disabled).toBe(false);
  });
});

it("announces the end or a stop, not games in progress", async () => {
  page = await open({ state: "running", said: "greedy leads" });
  const heard = async () => {
    vi.advanceTimersByTime(600);
    await settle();
    return page.find("[data-p10='live']").textContent;
  };
  expect(await heard()).toBe("Playing");
  await show(page, { said: "greedy leads by far" });
  expect(await heard()).toBe("Playing");
  await show(page, { state: "over", said: "greedy wins" });
  expect(await heard()).toBe("Finished. greedy wins");
});
