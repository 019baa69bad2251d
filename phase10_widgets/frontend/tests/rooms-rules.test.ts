import { afterEach, describe, expect, it } from "vitest";
import { show, type RulesState, type ShownPart } from "../src/class";
import type { LiveRules, LiveTable } from "../src/protocol/rooms";
import { liveTable } from "./fake-socket";
import { enter, find as found, settle } from "./page";

let el: HTMLElement;
let page: ShownPart<RulesState>;
let state: RulesState;
const asked: Record<string, unknown>[] = [];

const option = (name: string, values: (string | boolean)[], more: Partial<LiveRules["options"][number]> = {}) => ({ name, rule: "V1", heading: "At the table", text: `About ${name}`, values, lines: [], bar: null, ...more });
const rules: LiveRules = {
  kind: "rules",
  table: 1,
  phases: [1, 2, 3].map((number) => ({ number, text: "", words: `phase ${number} in words` })),
  options: [
    option("advance", ["completed", "always"], { heading: "How the game moves on", bar: { by: "order", why: "Not with any order." } }),
    option("order", ["listed", "any"], { heading: "How the game moves on", bar: { by: "advance", why: "Not if everyone moves on." } }),
    option("must_lay_down", [false, true]),
    option("phase_9", ["a", "b"], { heading: "Only in this game", lines: ["run of 3", "run of 4"], bar: { by: "phases", why: "Not with your own list." } }),
  ],
  usual: { advance: "completed", order: "listed", must_lay_down: false, phase_9: "a", phases: [1, 2] },
};

async function open(table: Partial<LiveTable> = {}) {
  state = { table: liveTable({ phases: [1, 2], ...table }), rules, language: "en" };
  el = document.body.appendChild(document.createElement("main"));
  el.dataset.form = "";
  page = show("rules", el, state, { base: "/", token: "secret", play: () => {}, ask: (kind, fields) => Boolean(asked.push({ kind, ...fields })) });
  await settle();
}
const find = found<HTMLInputElement>;

afterEach(() => {
  page.close();
  el.remove();
  asked.length = 0;
});

describe("the house rules of a shared table", () => {
  it("explains why an option is unavailable, and keeps the last phase", async () => {
    await open({ phases: [2], options: { phases: [2], order: "any" } });
    expect(find('[data-option="advance"]').disabled).toBe(true);
    expect(el.textContent).toContain("Not with any order.");
    expect(el.textContent).not.toContain("Not if everyone moves on.");
    expect(find('[data-option="order"]').disabled).toBe(false);
    expect(find('[data-option="phase_9"]').disabled).toBe(false);
    expect(find('[data-option="phase 2"]').disabled).toBe(true);
    expect(find('[data-option="phase 1"]').disabled).toBe(false);
  });

  it("requests the options of another game only, and follows the table", async () => {
    await open();
    expect(asked).toEqual([{ kind: "rules", table: 1 }]);
    page.update({ ...state, table: liveTable({ level: 7, options: { order: "any" } }) });
    page.update({ ...state, rules: { ...rules, table: 2, options: [] } });
    await settle();
    expect(asked).toHaveLength(1);
    expect(find('[data-option="order"]')).not.toBeNull();
    page.update({ ...state, table: liveTable({ edition: "flip" }) });
    await settle();
    expect(asked).toHaveLength(2);
    page.update({ ...state, table: liveTable({ phases: [1, 3], options: { phases: [1, 3], phase_9: "b" } }) });
    await settle();
    expect(find('[data-option="phase 3"]').checked).toBe(true);
    expect(find('[data-option="phase_9"]').value).toBe("b");
    await enter('[data-option="phase_9"]', "a");
    expect(asked.at(-1)).toMatchObject({ options: { phases: [1, 3], phase_9: "a" } });
  });
});
