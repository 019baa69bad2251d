import { describe, expect, it } from "vitest";
import { catalogue } from "../../../tests/golden/setup.json";
import { Form, readSeed } from "../src/lib/setup-form.svelte";
import type { Catalogue, Start } from "../src/lib/setup-protocol";

const filled = (start: Partial<Start> = {}) => {
  const copy = structuredClone(catalogue) as unknown as Catalogue;
  return new Form({ ...copy, start: { ...copy.start, ...start } });
};
const names = (form: Form) => form.rows.map(({ name }) => name);
const people = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `P${i}`, player: null }));

describe("the message", () => {
  it("says only who plays what when nothing was changed", () => {
    const [ada, blaise] = ["Ada", "Blaise"].map((name) => ({ name, player: "greedy" }));
    expect(filled().start()).toEqual({ edition: "classic", players: [{ name: "You", player: null }, ada, blaise], seed: null, options: {} });
  });

  it.each([
    ["all", {}],
    ["even", { phases: "even" }],
    ["odd", { phases: "odd" }],
    ["five", { phases: [1, 2, 3, 4, 5] }],
  ] as const)("names the phases of the preset %s", (preset, options) => {
    const form = filled();
    form.choosePreset(preset);
    expect(form.start().options).toEqual(options);
  });

  it("lists chosen phases in the edition's order, and none when all are ticked", () => {
    const form = filled();
    form.choosePreset("even");
    form.choosePreset("choice");
    form.tick(3, true);
    form.tick(10, false);
    expect(form.start().options).toEqual({ phases: [2, 3, 4, 6, 8] });
    for (const number of [1, 5, 7, 9, 10]) form.tick(number, true);
    expect(form.numbers.length).toBe(10);
    expect(form.start().options).toEqual({});
  });

  it("leaves out what equals the edition's default", () => {
    const form = filled();
    form.pick("hit_others_same_turn", true);
    form.pick("must_lay_down", true);
    form.pick("first_dealer", 1);
    expect(form.start().options).toEqual({ hit_others_same_turn: true, must_lay_down: true, first_dealer: 1 });
    form.chooseEdition("flip");
    expect(form.start().options).toEqual({ must_lay_down: true, first_dealer: 1 });
    form.pick("must_lay_down", false);
    form.pick("first_dealer", null);
    expect(form.start().options).toEqual({});
  });

  it("sends an edition's own option only with that edition", () => {
    const form = filled({ edition: "masters" });
    form.pick("phase_9", "set");
    expect(form.start().options).toEqual({ phase_9: "set" });
    form.chooseEdition("classic");
    expect(form.start().options).toEqual({});
  });

  it.each([
    ["", null],
    ["  ", null],
    ["42", 42],
    ["-1", -1],
    ["007", "007"],
    ["1e3", "1e3"],
    ["99999999999999999999", "99999999999999999999"],
    [" blue moon ", "blue moon"],
  ])("reads the deal %j as %j", (typed, seed) => expect(readSeed(typed)).toBe(seed));
});

describe("what is filled in", () => {
  it.each([
    [{ phases: "odd", advance: "always" }],
    [{ phases: [1, 2, 3, 4, 5], order: "any" }],
    [{ phases: [2, 9], first_dealer: 0, go_out_by_hit: true }],
  ])("comes back as it was: %j", (options) => expect(filled({ options, seed: "moon" }).start()).toMatchObject({ options, seed: "moon" }));
});

describe("V1 and V4", () => {
  it.each([
    ["advance", "always", "order", "any"],
    ["order", "any", "advance", "always"],
  ])("%s bars the other", (one, value, other, rival) => {
    const form = filled();
    form.pick(one, value);
    expect([form.barred(one), form.barred(other)]).toEqual([false, true]);
    form.pick(other, rival);
    expect(form.start().options).toEqual({ [other]: rival });
  });

  it("never meet by way of an edition that lacks one of them", () => {
    const form = filled();
    form.pick("order", "any");
    form.chooseEdition("masters");
    expect(form.barred("advance")).toBe(false);
    form.pick("advance", "always");
    form.chooseEdition("classic");
    expect(form.start().options).toEqual({ advance: "always" });
  });
});

describe("seats", () => {
  it("stay within the edition's range", () => {
    const form = filled();
    while (form.canAdd) form.add();
    form.add();
    expect(form.rows.length).toBe(6);
    expect(new Set(names(form)).size).toBe(6);
    while (form.canRemove) form.remove(form.rows.at(-1)!.key);
    form.remove(form.rows[0]!.key);
    expect(names(form)).toEqual(["You", "Ada"]);
  });

  it("sit out with a notice where there is no room, and come back", () => {
    const form = filled({ players: people(6) });
    form.chooseEdition("masters");
    expect(names(form)).toEqual(["P0", "P1", "P2", "P3"]);
    expect(form.notice).toContain("P4 and P5");
    form.chooseEdition("standard");
    expect(names(form)).toEqual(["P0", "P1", "P2", "P3", "P4", "P5"]);
    expect(form.notice).toBe("");
  });

  it("keep what was typed when the game changes", () => {
    const form = filled();
    form.change(form.rows[1]!.key, { name: "Grandma", player: null });
    form.chooseEdition("flip");
    expect(form.start().players[1]).toEqual({ name: "Grandma", player: null });
  });

  it("without a name are called by their number", () => {
    const form = filled();
    form.change(form.rows[0]!.key, { name: "  " });
    expect(form.start().players[0]!.name).toBe("Player 1");
  });

  it.each([
    ["before the dealer: the same one deals", 0, 0],
    ["of the dealer: the usual one deals", 1, undefined],
    ["after the dealer: nothing changes", 2, 1],
  ])("removed %s", (_, seat, dealer) => {
    const form = filled();
    form.pick("first_dealer", 1);
    form.remove(form.rows[seat]!.key);
    expect(form.start().options.first_dealer).toBe(dealer);
  });
});

describe("what is missing", () => {
  it("is a person, or a phase", () => {
    const form = filled();
    expect(form.check()).toBeNull();
    form.choosePreset("choice");
    form.ticked = [];
    expect(form.check()?.why).toBe("Choose at least one phase.");
    form.change(form.rows[0]!.key, { player: "random" });
    expect(form.check()?.why).toBe("At least one seat needs a person.");
  });
});
