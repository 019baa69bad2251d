import { beforeEach, describe, expect, it } from "vitest";
import { about } from "../../../tests/golden/setup.json";
import { Form, readSeed } from "../src/setup/state/form.svelte";
import type { SetupAbout, Start } from "../src/protocol/setup";

const filled = (start: Partial<Start> = {}) => {
  const copy = structuredClone(about) as unknown as SetupAbout;
  return new Form({ ...copy, start: { ...copy.start, ...start } });
};
let form: Form;
beforeEach(() => void (form = filled()));
const options = () => form.start().options;
const names = () => form.rows.map(({ name }) => name);
const press = (id: string) => form.choosePreset(form.presets.find((preset) => preset.id === id)!);
const people = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `P${i}`, player: null }));

describe("the message", () => {
  it("lists chosen phases in the edition's order, and none if all are ticked", () => {
    press("short");
    form.tick(3, true);
    form.tick(10, false);
    expect(options()).toEqual({ phases: [2, 3, 4, 6, 8] });
    for (const number of [1, 5, 7, 9, 10]) form.tick(number, true);
    expect(options()).toEqual({});
    for (const number of [2, 4, 6, 8, 10]) form.tick(number, false);
    expect(options()).toEqual({ phases: "odd" });
  });

  it("leaves out what equals the edition's default", () => {
    form.pick("hit_others_same_turn", true);
    form.pick("must_lay_down", true);
    form.pick("first_dealer", 1);
    expect(options()).toEqual({ hit_others_same_turn: true, must_lay_down: true, first_dealer: 1 });
    form.chooseEdition("flip");
    expect(options()).toEqual({ must_lay_down: true, first_dealer: 1 });
    form.pick("go_out_by_hit", false);
    expect(options()).toEqual({ must_lay_down: true, first_dealer: 1, go_out_by_hit: false });
    form.pick("go_out_by_hit", true);
    form.pick("must_lay_down", false);
    form.pick("first_dealer", null);
    expect(options()).toEqual({});
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

it.each([
  [{ phases: "odd", advance: "always" }],
  [{ phases: [1, 2, 3, 4, 5], order: "any" }],
  [{ phases: [2, 9], first_dealer: 0, go_out_by_hit: true }],
  [{ phases: ["1 run of 7", "1 set of 3 + 1 run of 4", "1 run of 7"] }],
])("initial values come back as they were: %j", (options) => expect(filled({ options, seed: "moon" }).start()).toMatchObject({ options, seed: "moon" }));

describe("presets", () => {
  it.each(filled().presets.map((preset) => [preset.id, preset.options] as const))("%s sets exactly its options, and the first preset undoes it", (id, options) => {
    form = filled({ options: { phases: [4], go_out_by_hit: true } });
    expect([form.preset.id, form.changed]).toEqual(["full", true]);
    press(id);
    expect([form.preset.id, form.changed, form.start().options]).toEqual([id, false, options]);
    press("full");
    expect(form.start().options).toEqual({});
  });

  it("are recognized in the initial values, show later changes, and undo them when pressed again", () => {
    expect(filled({ options: { phases: "even" } }).preset.id).toBe("short");
    expect(filled({ options: { phases: [1, 2, 3, 4, 5] } }).changed).toBe(false);
    press("quick");
    form.tick(9, true);
    expect(form.changed).toBe(true);
    form.tick(9, false);
    expect(form.changed).toBe(false);
    form.pick("must_lay_down", true);
    expect(form.changed).toBe(true);
    press("quick");
    expect([form.changed, form.start().options]).toEqual([false, { phases: [1, 2, 3, 4, 5] }]);
  });

  it("are not offered if the game excludes one of their options", () => {
    press("free");
    form.chooseEdition("masters");
    expect(form.presets.map(({ id }) => id)).not.toContain("free");
    expect([form.preset.id, form.changed, form.start().options]).toEqual(["full", false, {}]);
  });
});

describe("a custom list", () => {
  beforeEach(() => {
    form = filled({ options: { phases: [2, 4] } });
    form.chooseOwn(true);
  });

  it("starts from the ticked phases, and asks Python about its texts under the chosen rules", () => {
    expect(options()).toEqual({ phases: ["1 set of 3 + 1 run of 4", "1 run of 7"] });
    form.pick("go_out_by_hit", true);
    expect(form.question).toEqual({ edition: "classic", options: { go_out_by_hit: true }, phases: ["1 set of 3 + 1 run of 4", "1 run of 7"] });
    form.chooseOwn(false);
    expect(form.question).toBeNull();
  });

  it("adopts Python's spelling after typing", () => {
    const { builder } = form;
    const { key } = builder.lines[0]!;
    const groups = [{ kind: "set", size: 3 }, { kind: "set", size: 3 }];
    builder.type(key, "2 SETS of 3");
    builder.hear([["2 SETS of 3", { text: "2 sets of 3", words: "2 sets of 3", cards: 6, groups }]]);
    expect(builder.lines[0]).toMatchObject({ text: "2 SETS of 3", groups });
    builder.leave(key);
    expect(builder.lines[0]!.text).toBe("2 sets of 3");
    expect(builder.answer(builder.lines[0]!)).toMatchObject({ cards: 6 });
  });

  it("does not start with an invalid line", () => {
    form.builder.type(form.builder.lines[1]!.key, "7 eights");
    form.builder.hear([["7 eights", { why: "No group." }]]);
    expect(form.check()).toEqual({ why: "Phase 2 of your list is not a valid phase yet.", at: '[data-line="1"] input' });
    form.builder.remove(form.builder.lines[1]!.key);
    expect(form.check()).toBeNull();
    form.builder.remove(form.builder.lines[0]!.key);
    expect(form.check()).toEqual({ why: "Choose at least one phase.", at: '[data-act="add-phase"]' });
  });

  it("bars the options that change printed phases", () => {
    form = filled({ edition: "masters", options: { phase_9: "set" } });
    form.chooseOwn(true);
    expect(form.barred("phase_9")).toBe(true);
    expect(Object.keys(options())).toEqual(["phases"]);
    form.chooseOwn(false);
    expect(options()).toEqual({ phase_9: "set" });
  });
});

it("another language changes the texts and keeps the choices", () => {
  press("short");
  form.add();
  const other = structuredClone(form.about);
  other.presets.forEach((preset) => (preset.name = `*${preset.name}`));
  form.reword(other);
  expect([form.preset.name, form.changed, form.rows.length]).toEqual(["*Short game", false, 4]);
});

it("V1 and V4 never combine via an edition that lacks one of them", () => {
  form.pick("order", "any");
  form.chooseEdition("masters");
  form.pick("advance", "always");
  form.chooseEdition("classic");
  expect(options()).toEqual({ advance: "always" });
});

describe("seats", () => {
  it("sit out with a notice if there is no room, and return", () => {
    form = filled({ players: people(6) });
    form.chooseEdition("masters");
    expect(names()).toEqual(["P0", "P1", "P2", "P3"]);
    expect(form.notice).toContain("P4 and P5");
    form.chooseEdition("standard");
    expect(names()).toEqual(["P0", "P1", "P2", "P3", "P4", "P5"]);
    expect(form.notice).toBe("");
  });

  it("keep typed names when the game changes, and have a number if unnamed", () => {
    form.change(form.rows[1]!.key, { name: "Grandma", player: null });
    form.chooseEdition("flip");
    expect(form.start().players[1]).toEqual({ name: "Grandma", player: null });
    form.change(form.rows[0]!.key, { name: "  " });
    expect(form.start().players[0]!.name).toBe("Player 1");
  });

  it.each([
    ["before the dealer: the same one deals", 0, 0],
    ["of the dealer: the usual one deals", 1, undefined],
    ["after the dealer: nothing changes", 2, 1],
  ])("removed %s", (_, seat, dealer) => {
    form.pick("first_dealer", 1);
    for (const { key } of form.rows) form.change(key, { player: null });
    form.remove(form.rows[seat]!.key);
    expect(form.start().options.first_dealer).toBe(dealer);
  });
});

describe("computer players", () => {
  const seat = (form: Form, at: number, player: string | null) => form.seat(form.rows[at]!.key, player);

  it("play like the last one when added", () => {
    seat(form, 2, "expert:7");
    form.add();
    expect(form.rows[3]).toMatchObject({ name: "Carl", player: "expert:7" });
    const people = filled({ players: [{ name: "You", player: null }, { name: "Ben", player: null }] });
    people.add();
    expect(people.rows[2]).toMatchObject({ name: "Ada", player: "expert:5" });
  });

  it("take their names with them, unless the user typed one", () => {
    seat(form, 1, null);
    expect(form.rows[1]).toMatchObject({ name: "", player: null });
    seat(form, 1, "expert:2");
    expect(form.rows[1]).toMatchObject({ name: "Ada", player: "expert:2" });
    form.change(form.rows[1]!.key, { name: "Robby" });
    seat(form, 1, null);
    seat(form, 1, "random");
    expect(form.rows[1]).toMatchObject({ name: "Robby", player: "random" });
    seat(form, 0, "random");
    expect(form.rows[0]!.name).toBe("Ada");
    seat(form, 0, null);
    expect(form.rows[0]!.name).toBe("You");
  });
});
