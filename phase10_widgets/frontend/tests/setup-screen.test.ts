import { flushSync, tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { catalogue } from "../../../tests/golden/setup.json";
import setup from "../src/setup";
import { fakeModel } from "./fake-model";

type Rendered = { render(props: unknown): () => Promise<void> };

async function mounted(start: Record<string, unknown> = {}) {
  const copy = structuredClone(catalogue);
  const fake = fakeModel({ catalogue: { ...copy, start: { ...copy.start, ...start } }, status: { v: 1, rev: 0, ack: null } });
  const el = document.body.appendChild(document.createElement("div"));
  const close = (setup as unknown as () => Rendered)().render({ model: fake.model, el });
  flushSync();
  const find = <E extends HTMLElement = HTMLInputElement>(selector: string) => el.querySelector<E>(selector)!;
  const settle = async () => {
    flushSync();
    await tick();
    flushSync();
  };
  return {
    ...fake,
    el,
    find,
    close,
    settle,
    all: (selector: string) => [...el.querySelectorAll<HTMLElement>(selector)],
    async click(selector: string) {
      find(selector).click();
      await settle();
    },
    async enter(selector: string, value: string) {
      const field = find(selector);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      await settle();
    },
  };
}

afterEach(() => document.body.replaceChildren());

describe("the setup screen", () => {
  it("starts the commonest game with one click", async () => {
    const page = await mounted();
    await page.click('[data-act="play"]');
    expect(page.sent).toHaveLength(1);
    expect(page.sent[0]).toMatchObject({ kind: "start", v: 1, id: expect.any(String), edition: "classic", seed: null, options: {} });
    expect(page.sent[0]!.players).toEqual(catalogue.start.players);
    await page.click('[data-act="play"]');
    expect(page.sent).toHaveLength(1);
    await page.close();
  });

  it("sends what was chosen", async () => {
    const page = await mounted();
    await page.click('[data-edition="masters"]');
    await page.click('[data-preset="choice"]');
    await page.click('[data-phase="3"]');
    await page.click('[data-option="advance"]');
    await page.click('[data-option="must_lay_down"]');
    await page.enter('[data-option="phase_9"]', "set");
    await page.enter('[data-option="first_dealer"]', "0");
    await page.enter('[data-seat-row="1"] [data-field="name"]', "Ben");
    await page.enter('[data-seat-row="1"] [data-field="player"]', "");
    await page.enter('[data-field="seed"]', "7");
    await page.click('[data-act="play"]');
    expect(page.sent[0]).toMatchObject({
      edition: "masters",
      players: [{ name: "You", player: null }, { name: "Ben", player: null }, { name: "Blaise", player: "greedy" }],
      seed: 7,
      options: { phases: [1, 2, 4, 5, 6, 7, 8, 9, 10], advance: "always", must_lay_down: true, phase_9: "set", first_dealer: 0 },
    });
    await page.close();
  });

  it("shows the defaults of each edition's switches", async () => {
    const page = await mounted();
    expect(page.find('[data-option="go_out_by_hit"]').checked).toBe(false);
    await page.click('[data-edition="flip"]');
    expect(page.find('[data-option="go_out_by_hit"]').checked).toBe(true);
    await page.click('[data-option="go_out_by_hit"]');
    await page.click('[data-act="play"]');
    expect(page.sent[0]!.options).toEqual({ go_out_by_hit: false });
    await page.close();
  });

  it("bars V4 under V1 and V1 under V4, and says why", async () => {
    const page = await mounted();
    const why = () => page.all("[data-barred] em").map((each) => each.textContent);
    await page.click('[data-option="advance"]');
    expect(page.find('[data-option="order"]').disabled).toBe(true);
    expect(why()).toEqual([expect.stringContaining("everybody moves on")]);
    await page.click('[data-option="advance"]');
    await page.click('[data-option="order"]');
    expect(page.find('[data-option="advance"]').disabled).toBe(true);
    expect(why()).toEqual([expect.stringContaining("any order")]);
    await page.click('[data-edition="masters"]');
    expect(page.find('[data-option="order"]')).toBeNull();
    expect(page.find('[data-option="advance"]').disabled).toBe(false);
    await page.close();
  });

  it("adds and removes seats within the range and keeps the focus", async () => {
    const page = await mounted();
    for (let n = 3; n < 6; n++) await page.click('[data-act="add-seat"]');
    expect(page.all("[data-seat-row]")).toHaveLength(6);
    expect(page.find('[data-act="add-seat"]').disabled).toBe(true);
    expect(document.activeElement).toBe(page.find('[data-seat-row="5"] [data-field="name"]'));
    await page.click('[data-seat-row="5"] [data-act="remove-seat"]');
    expect(document.activeElement).toBe(page.find('[data-seat-row="4"] [data-act="remove-seat"]'));
    expect(page.find('[role="status"]').textContent).toContain("leaves the table");
    for (let n = 5; n > 2; n--) await page.click('[data-seat-row="1"] [data-act="remove-seat"]');
    expect(page.all('[data-act="remove-seat"]:disabled')).toHaveLength(2);
    expect(document.activeElement).toBe(page.find('[data-seat-row="1"] [data-field="name"]'));
    await page.close();
  });

  it("does not start without a phase or a person, says so and goes there", async () => {
    const page = await mounted({ options: { phases: [2] } });
    await page.click('[data-phase="2"]');
    await page.click('[data-act="play"]');
    expect(page.sent).toEqual([]);
    expect(page.find('[role="alert"]').textContent).toContain("at least one phase");
    expect(document.activeElement).toBe(page.find('[data-phase="1"]'));
    await page.click('[data-phase="1"]');
    expect(page.find('[role="alert"]')).toBeNull();
    await page.enter('[data-seat-row="0"] [data-field="player"]', "greedy");
    await page.click('[data-act="play"]');
    expect(page.find('[role="alert"]').textContent).toContain("needs a person");
    expect(document.activeElement).toBe(page.find('[data-seat-row="0"] [data-field="player"]'));
    await page.close();
  });

  it("shows why Python refused, until something changes", async () => {
    const page = await mounted();
    await page.click('[data-act="play"]');
    expect(page.find("[data-p10]").dataset.busy).toBe("true");
    page.say({ kind: "reject", id: page.sent[0]!.id, why: "Two people cannot both be called Ada." });
    await page.settle();
    expect(page.find('[role="alert"]').textContent).toContain("Two people");
    expect(page.find("[data-p10]").dataset.busy).toBe("false");
    await page.enter('[data-seat-row="0"] [data-field="name"]', "Eve");
    expect(page.find('[role="alert"]')).toBeNull();
    await page.click('[data-act="play"]');
    expect(page.sent).toHaveLength(2);
    await page.close();
  });

  it("takes an ack as the answer", async () => {
    const page = await mounted();
    await page.click('[data-act="play"]');
    page.write("status", { v: 1, rev: 1, ack: page.sent[0]!.id });
    await page.settle();
    expect(page.find("[data-p10]").dataset).toMatchObject({ busy: "false", rev: "1" });
    await page.close();
  });

  it("keeps plain keys from the notebook", async () => {
    const page = await mounted();
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    const field = page.find('[data-field="name"]');
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
    expect(heard).not.toHaveBeenCalled();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
    expect(heard).toHaveBeenCalledOnce();
    document.body.removeEventListener("keydown", heard);
    await page.close();
  });

  it("names every control", async () => {
    const page = await mounted({ options: { phases: [1] } });
    for (const control of page.all("input, select")) expect((control as HTMLInputElement).labels?.[0]?.textContent?.trim()).toBeTruthy();
    await page.close();
  });

  it("leaves no listeners behind", async () => {
    const page = await mounted();
    expect(page.listeners()).toBe(3);
    const counted = (target: EventTarget) => [vi.spyOn(target, "addEventListener"), vi.spyOn(target, "removeEventListener")] as const;
    const [added, removed] = counted(document);
    await page.close();
    expect(page.listeners()).toBe(0);
    expect(page.el.childElementCount).toBe(0);
    const again = await mounted();
    await again.close();
    expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
    vi.restoreAllMocks();
  });
});
