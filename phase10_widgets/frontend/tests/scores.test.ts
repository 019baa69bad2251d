import { describe, expect, it } from "vitest";
import { separate } from "../src/table/review/seat-lines";
import { at, golden, open, table } from "./mounted";

describe("the chart", () => {
  at("classic-play", "has a line and a name for each seat, and the numbers in a table", async () => {
    const chart = table.find("[data-p10='chart']");
    const lines = [...chart.querySelectorAll("g")];
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.querySelectorAll("line").length)).toEqual([2, 2, 2]);
    expect(new Set(lines.map((line) => line.querySelector("line")!.getAttribute("stroke-dasharray"))).size).toBe(3);
    expect(lines.map((line) => line.querySelector("text:last-child")!.textContent)).toEqual(["●", "■", "▲"]);
    expect([...chart.querySelectorAll("li")].map((name) => name.textContent)).toEqual(["● You 35", "■ Ben 45", "▲ Clara 85"]);
    const rows = [...chart.querySelectorAll("tr")].map((row) => row.textContent);
    expect(rows).toEqual(["RoundYouBenClara", "135 (+35)0 (+0)60 (+60)", "235 (+0)45 (+45)85 (+25)"]);
    await open("classic-play", { rounds: [] });
    expect(table.find("[data-p10='chart']"), "before the first round's end").toBeNull();
  });

  it("keeps the marks at the ends of lines apart", () => {
    const places = (...labels: number[]) => {
      const lines = labels.map((label) => ({ label }));
      separate(lines);
      return lines.map(({ label }) => label);
    };
    expect(places(0, 0, 0)).toEqual([0, 11, 22]);
    expect(places(100, 100, 0)).toEqual([89, 100, 0]);
  });

  at("classic/continue", "appears once on the page, in the summary, after a second round: the first one's points are in its rows", async () => {
    const [first] = table.state.view.rounds;
    expect(table.state.view.rounds).toHaveLength(1);
    expect(table.find("[data-p10='chart']")).toBeNull();
    expect(table.all("[data-p10='summary'] .points b")).toHaveLength(3);
    await table.show({ rounds: [first!, { ...first!, round: 2 }] });
    expect(table.all("[data-p10='chart']")).toHaveLength(1);
    expect(table.find("[data-p10='summary'] [data-p10='chart']")).not.toBeNull();
  });
});

at("classic/continue", "the summary names who went out first", async () => {
  const { summary } = table.state.view;
  const names = table.all("[data-p10='summary'] li strong").map((name) => name.textContent);
  expect(names[0]).toBe(summary!.seats[summary!.out!]!.name);
  const points = table.all("[data-p10='summary'] .points b").map((each) => Number(each.textContent!.slice(1)));
  expect(points.slice(1)).toEqual(points.slice(1).toSorted((a, b) => a - b));
});

describe("the summary names the next step", () => {
  const next = () => table.all("[data-p10='summary'] .next").map((each) => each.textContent);
  const show = async (name: string, phase: number | null, change: object = {}) => {
    await open(`${name}/continue`);
    const { observation, you } = table.state.view;
    const seats = observation!.seats.map((seat, at) => (at === you ? { ...seat, phase } : seat));
    await table.show({ observation: { ...observation!, seats, ...change } });
    return next();
  };

  it.each([
    ["the player's own next phase", "classic", 2, {}, ["Next: phase 2, 1 set of 3 + 1 run of 4"]],
    ["a choice, where a phase is chosen in each round", "masters", null, {}, ["Next: you choose a phase"]],
    ["the phase of a tie-break", "classic", null, { tie_break: [0, 1] }, ["Next: tie-break, 1 set of 3 + 1 run of 4"]],
    ["nothing to those who do not play the tie-break", "classic", null, { tie_break: [1, 2] }, []],
    ["nothing after the last round", "classic", 10, { to_act: null }, []],
  ])("%s", async (_, name, phase, change, shown) => expect(await show(name, phase, change)).toEqual(shown));
});

at("classic/again", "the end of the game gives the seed to copy, and starts another game with other cards", async () => {
  const seed = table.find<HTMLInputElement>("[data-p10='seed']");
  expect(seed.value).toBe(String(golden("classic").views["again"]!.over!.seed));
  expect(seed.readOnly).toBe(true);
  seed.focus();
  expect([seed.selectionStart, seed.selectionEnd]).toEqual([0, seed.value.length]);
  await table.click('[data-act="again"]');
  expect(table.sent).toMatchObject([{ kind: "again", v: 1 }]);
  expect(table.sent[0]).not.toHaveProperty("same"); // golden.test.ts: with the same ones, or its replay
  await table.happen();
  expect(table.find("[data-p10='table']").dataset.busy, "a new game's view is the answer").toBe("false");
});

at("classic/lay_down", "help follows the step, and shows the phase's groups with an example and the rule's number", async () => {
  await table.press("?");
  const help = table.find("[data-p10='help']");
  const [set] = table.state.about.phases[0]!.help;
  expect([...help.querySelectorAll<HTMLElement>("[data-kind]")].map(({ dataset }) => dataset.kind)).toEqual(["set"]);
  expect(help.textContent).toContain(`${set!.text} (rule ${set!.rule})`);
  expect(help.querySelectorAll("[data-kind='set'] [data-face]")).toHaveLength(set!.example.split(" ").length);
  expect(help.querySelector("[data-kind='set'] [role='img']")!.getAttribute("aria-label")).toMatch(/^For example: (\w+ \d+(, )?)+$/);
  expect(help.textContent).toContain("Now: lay down your phase");
  await open("classic/draw-deck");
  await table.press("?");
  expect(table.find("[data-p10='help']").textContent).toContain("Now: draw one card");
  await open("masters-choose");
  await table.press("?");
  const kinds = table.all("[data-p10='help'] [data-kind]").map(({ dataset }) => dataset.kind);
  expect(kinds, "no phase is chosen").toEqual([...new Set(table.state.about.phases.flatMap(({ help }) => help.map(({ kind }) => kind)))]);
});

describe("a refusal", () => {
  const refuse = (cards?: string) => table.refuse("That does not fit.", { cards });
  const blamed = () => table.all("[data-hand-card][data-blamed]").map(({ dataset }) => dataset.handCard);

  at("classic-play", "marks the played card, until the next action", async () => {
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="discard"]');
    await refuse();
    expect(blamed()).toEqual(["B12"]);
    const why = table.find('[data-hand-card="B12"]').getAttribute("aria-describedby")!;
    expect(table.el.querySelector(`#${why}`)!.textContent).toContain("That does not fit.");
    await refuse("W S");
    expect(blamed(), "the cards that it names").toEqual(["W", "S"]);
    await table.click('[data-hand-card="R3"]');
    expect(blamed()).toEqual([]);
  });

  at("classic-hit", "marks the group of a hit", async () => {
    await table.click('[data-hand-card="W"]');
    await table.click('[data-act="hit"][data-owner="2"][data-group-index="1"][data-end="low"]');
    await refuse();
    expect(blamed()).toEqual(["W"]);
    expect(table.all("[data-group][data-blamed]").map(({ dataset }) => dataset.group)).toEqual(["2-1"]);
  });

  at("classic-play", "marks the cards of a lay-down in its row", async () => {
    await table.press("a");
    await table.click('[data-act="lay-down-confirm"]');
    await refuse("R5");
    expect(table.all("[data-draft-card][data-blamed]").map(({ dataset }) => dataset.draftCard)).toEqual(["R5"]);
  });
});
