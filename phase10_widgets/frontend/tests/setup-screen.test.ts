import { describe, expect, it, vi } from "vitest";
import { about } from "../../../tests/golden/setup.json";
import { PATIENCE } from "../src/shared/adapter.svelte";
import setup from "../src/setup";
import { mounted as shown, settle } from "./mounted";
import { bare } from "./page";

/** `finished` is the most that this device has finished: nothing, the first game, or a real one. */
async function mounted(start: Record<string, unknown> = {}, finished: null | "first" | "yes" = "yes") {
  if (finished) localStorage.setItem("p10-finished", finished);
  const copy = structuredClone(about);
  const page = await shown(setup, { about: { ...copy, start: { ...copy.start, ...start } }, view: { v: 1, rev: 0, ack: null } });
  const find = page.find<HTMLInputElement>;
  return { ...page, find, alert: () => find('[role="alert"]')?.textContent, busy: () => find("[data-p10]").dataset.busy };
}

/** A test that begins at the setup screen. */
const opened = (promise: string, test: (page: Awaited<ReturnType<typeof mounted>>) => Promise<void>) => it(promise, () => mounted().then(test));

describe("the setup screen", () => {
  opened("starts the most common game with one click", async (page) => {
    expect(bare(page.el, about.start.players.map(({ name }) => name))).toEqual([]);
    await page.click('[data-act="play"]');
    expect(page.sent).toHaveLength(1);
    expect(page.sent[0]).toEqual({ kind: "start", v: 1, rev: 0, id: expect.any(String), edition: "classic", players: about.start.players, seed: null, options: {}, hints: true });
    await page.click('[data-act="play"]');
    expect(page.sent).toHaveLength(1);
    await page.answer();
    expect(page.find("[data-p10]").dataset).toMatchObject({ busy: "false", rev: "1" });
  });

  it.each([null, "first"] as const)("starts the shortest game for a newcomer, who has finished: %s", async (finished) => {
    const page = await mounted({}, finished);
    await page.click('[data-act="play"]');
    expect(page.sent[0]!.options).toEqual({ phases: [1] });
    const again = await mounted({ options: { order: "any" } }, finished);
    await again.click('[data-act="play"]');
    expect(again.sent[0]!.options).toEqual({ order: "any" });
  });

  it("shows a newcomer the first game before all choices, and others after them", async () => {
    const page = await mounted({}, null);
    expect(page.all('[data-p10="learn"], fieldset')[0]!.dataset.p10).toBe("learn");
    await page.click('[data-act="learn"]');
    expect(page.sent).toMatchObject([{ kind: "learn" }]);
    const again = await mounted({}, "first");
    expect(again.all('[data-p10="learn"], fieldset').at(-1)!.dataset.p10).toBe("learn");
  });

  opened("sends the choices, and shows each edition's own defaults", async (page) => {
    expect(page.find('[data-option="go_out_by_hit"]').checked).toBe(false);
    await page.click('[data-edition="flip"]');
    expect(page.find('[data-option="go_out_by_hit"]').checked).toBe(true);
    await page.click('[data-edition="masters"]');
    await page.click('[data-phase="3"]');
    await page.click('[data-option="advance"]');
    await page.click('[data-option="must_lay_down"]');
    await page.enter('[data-option="phase_9"]', "set");
    await page.enter('[data-option="first_dealer"]', "0");
    await page.enter('[data-seat-row="1"] [data-field="name"]', "Ben");
    await page.enter('[data-seat-row="1"] [data-field="player"]', "");
    await page.enter('[data-field="seed"]', "7");
    expect(page.find('[data-option="hints"]').checked).toBe(true);
    await page.click('[data-option="hints"]');
    await page.click('[data-act="play"]');
    expect(page.sent[0]).toMatchObject({
      edition: "masters",
      players: [{ name: "Player 1", player: null }, { name: "Ben", player: null }, { name: "Blaise", player: "expert:5" }],
      seed: 7,
      hints: false,
      options: { phases: [1, 2, 4, 5, 6, 7, 8, 9, 10], advance: "always", must_lay_down: true, phase_9: "set", first_dealer: 0 },
    });
  });

  opened("bars V4 under V1 and V1 under V4, and says why", async (page) => {
    const why = () => page.all("[data-barred] em").map((each) => each.textContent);
    await page.click('[data-option="advance"]');
    expect(page.find('[data-option="order"]').disabled).toBe(true);
    expect(why()).toEqual([expect.stringContaining("everyone moves on")]);
    await page.click('[data-option="advance"]');
    await page.click('[data-option="order"]');
    expect(page.find('[data-option="advance"]').disabled).toBe(true);
    expect(why()).toEqual([expect.stringContaining("any order")]);
    await page.click('[data-edition="masters"]');
    expect(page.find('[data-option="order"]').disabled).toBe(true);
    expect(why()).toEqual([expect.stringContaining("M3")]);
    expect(page.find('[data-option="advance"]').disabled).toBe(false);
  });

  opened("adds and removes seats within the range and keeps the focus", async (page) => {
    for (let n = 3; n < 6; n++) await page.click('[data-act="add-seat"]');
    expect(new Set(page.all('[data-field="name"]').map(({ value }) => value)).size).toBe(6);
    expect(page.find('[data-act="add-seat"]').disabled).toBe(true);
    expect(document.activeElement).toBe(page.find('[data-seat-row="5"] [data-field="name"]'));
    await page.click('[data-seat-row="5"] [data-act="remove-seat"]');
    expect(document.activeElement).toBe(page.find('[data-seat-row="4"] [data-act="remove-seat"]'));
    expect(page.find('[role="status"]').textContent).toContain("leaves the table");
    for (let n = 5; n > 2; n--) await page.click('[data-seat-row="1"] [data-act="remove-seat"]');
    expect(page.all('[data-act="remove-seat"]:disabled')).toHaveLength(2);
    expect(document.activeElement).toBe(page.find('[data-seat-row="1"] [data-field="name"]'));
  });

  it("does not start without a phase or a person, explains why and focuses the control", async () => {
    const page = await mounted({ options: { phases: [2] } });
    await page.click('[data-phase="2"]');
    await page.click('[data-act="play"]');
    expect(page.sent).toEqual([]);
    expect(page.alert()).toContain("at least one phase");
    expect(document.activeElement).toBe(page.find('[data-phase="1"]'));
    await page.click('[data-phase="1"]');
    expect(page.alert()).toBeUndefined();
    await page.enter('[data-seat-row="0"] [data-field="player"]', "greedy");
    await page.click('[data-act="play"]');
    expect(page.alert()).toContain("must be a person");
    expect(document.activeElement).toBe(page.find('[data-seat-row="0"] [data-field="player"]'));
  });

  it("moves, removes and adds phases and keeps the focus in the list", async () => {
    const page = await mounted({ options: { phases: ["2 sets of 3", "1 run of 7", "1 run of 8"] } });
    const texts = () => page.all('[data-field="phase"]').map(({ value }) => value);
    await page.click('[data-line="2"] [data-act="up"]');
    expect(texts()).toEqual(["2 sets of 3", "1 run of 8", "1 run of 7"]);
    expect(document.activeElement).toBe(page.find('[data-line="1"] [data-act="up"]'));
    await page.click('[data-line="1"] [data-act="up"]');
    expect(document.activeElement).toBe(page.find('[data-line="0"] input'));
    await page.click('[data-line="2"] [data-act="remove-phase"]');
    expect(document.activeElement).toBe(page.find('[data-line="1"] [data-act="remove-phase"]'));
    expect(page.all('[role="status"]').map((each) => each.textContent)).toContain("Phase 3 is removed.");
    await page.click('[data-act="add-phase"]');
    expect(texts()).toEqual(["1 run of 8", "2 sets of 3", "2 sets of 3"]);
    expect(document.activeElement).toBe(page.find('[data-line="2"] input'));
    await page.click('[data-act="start-over"]');
    expect(texts()).toHaveLength(10);
  });

  it("greets Python with its languages and tokens, and offers the unfinished games", async () => {
    localStorage.setItem("phase10_widgets", '["one", "two"]');
    const page = await mounted();
    expect(page.hello[0]).toMatchObject({ kind: "hello", tokens: ["one", "two"], languages: navigator.languages });
    expect(page.find('[data-act="resume"]')).toBeNull();
    const offers = [{ token: "one", text: "Phase 10, round 3" }, { token: "two", text: "Phase 10, round 5" }];
    page.say({ kind: "welcome", id: page.hello[0]!.id, token: null, offers });
    await settle();
    expect(page.all('[data-act="resume"]')).toHaveLength(2);
    expect(page.all("button.play").map(({ textContent }) => textContent)).toEqual(["Play", "Play"]); // above and below
    await page.click('[data-act="forget"]');
    expect(page.sent).toMatchObject([{ kind: "forget", token: "one", tokens: ["two"] }]);
    expect(localStorage.getItem("phase10_widgets")).toBe('["two"]');
    expect(document.activeElement!.closest("fieldset")!.textContent).toContain("Games left unfinished");
    page.say({ kind: "welcome", id: page.sent[0]!.id, token: null, offers: offers.slice(1) });
    await settle();
    await page.click('[data-act="resume"]');
    expect(page.sent[1]).toMatchObject({ kind: "resume", token: "two" });
  });

  it("shows the reason for a refusal, or Python's silence, until something changes, and can retry", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const page = await mounted();
    await page.click('[data-act="play"]');
    expect(page.busy()).toBe("true");
    await page.refuse("Two people cannot both be called Ada.");
    expect(page.alert()).toContain("Two people");
    expect(page.busy()).toBe("false");
    await page.enter('[data-seat-row="0"] [data-field="name"]', "Eve");
    expect(page.alert()).toBeUndefined();
    await page.click('[data-act="play"]');
    await vi.advanceTimersByTimeAsync(PATIENCE);
    await settle();
    expect(page.alert()).toContain("There is no answer");
    expect(page.busy()).toBe("false");
    await page.click('[data-act="play"]');
    expect(page.alert()).toBeUndefined();
    // The second was sent again while nobody answered: three distinct messages, one of them sent twice.
    expect(new Set(page.sent.filter(({ kind }) => kind === "start").map(({ id }) => id)).size).toBe(3);
  });

  opened("leaves no listeners behind", async (page) => {
    const [added, removed] = [vi.spyOn(document, "addEventListener"), vi.spyOn(document, "removeEventListener")];
    await page.close();
    expect(page.el.childElementCount).toBe(0);
    await (await mounted()).close();
    expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
  });
});
