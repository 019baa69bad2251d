import { separate } from "../src/table/review/seat-lines";
import { afterEach, describe, expect, it } from "vitest";
import { golden, mounted, open as opened, sample, type Mounted } from "./mounted";
import tableWidget from "../src/table";

let table: Mounted;
const open = async (name: string) => (table = await opened(name));
afterEach(() => table?.close());

describe("the chart", () => {
  it("has a line and a name for each seat, and the numbers in a table", async () => {
    await open("classic-play");
    const chart = table.find("[data-p10='chart']");
    const lines = [...chart.querySelectorAll("g")];
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.querySelectorAll("line").length)).toEqual([2, 2, 2]);
    expect(new Set(lines.map((line) => line.querySelector("line")!.getAttribute("stroke-dasharray"))).size).toBe(3);
    expect(lines.map((line) => line.querySelector("text:last-child")!.textContent)).toEqual(["●", "■", "▲"]);
    expect([...chart.querySelectorAll("li")].map((name) => name.textContent)).toEqual(["● You 35", "■ Ben 45", "▲ Clara 85"]);
    expect([...chart.querySelectorAll("tr")].map((row) => row.innerText ?? row.textContent)).toEqual([
      "RoundYouBenClara",
      "135 (+35)0 (+0)60 (+60)",
      "235 (+0)45 (+45)85 (+25)",
    ]);
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

  it("waits for the first round's end", async () => {
    const { about, view } = sample("classic-play");
    table = await mounted(tableWidget, { about, view: { ...view, rounds: [] } });
    expect(table.find("[data-p10='chart']")).toBeNull();
  });

  it("appears once on the page, in the summary", async () => {
    await open("classic/continue");
    const [first] = table.state.view.rounds;
    await table.show({ rounds: [first!, { ...first!, round: 2 }] });
    expect(table.all("[data-p10='chart']")).toHaveLength(1);
    expect(table.find("[data-p10='summary'] [data-p10='chart']")).not.toBeNull();
  });

  it("waits in the summary for a second round: the first one's points are in its rows", async () => {
    await open("classic/continue");
    expect(table.state.view.rounds).toHaveLength(1);
    expect(table.find("[data-p10='chart']")).toBeNull();
    expect(table.all("[data-p10='summary'] .points b")).toHaveLength(3);
  });
});

it("the summary names who went out first", async () => {
  await open("classic/continue");
  const { summary } = table.state.view;
  const names = table.all("[data-p10='summary'] li strong").map((name) => name.textContent);
  expect(names[0]).toBe(summary!.seats[summary!.out!]!.name);
  const points = table.all("[data-p10='summary'] .points b").map((each) => Number(each.textContent!.slice(1)));
  expect(points.slice(1)).toEqual(points.slice(1).toSorted((a, b) => a - b));
});

describe("the summary says what comes next", () => {
  const next = () => table.all("[data-p10='summary'] .next").map((each) => each.textContent);
  const show = async (name: string, phase: number | null, change: object = {}) => {
    await open(`${name}/continue`);
    const { observation, you } = table.state.view;
    const seats = observation!.seats.map((seat, at) => (at === you ? { ...seat, phase } : seat));
    await table.show({ observation: { ...observation!, seats, ...change } });
    return next();
  };

  it("the player's own next phase", async () => expect(await show("classic", 2)).toEqual(["Next: phase 2, 1 set of 3 + 1 run of 4"]));
  it("a choice, where a phase is chosen in each round", async () => expect(await show("masters", null)).toEqual(["Next: you choose a phase"]));
  it("the phase of a tie-break, to those who play it", async () => {
    expect(await show("classic", null, { tie_break: [0, 1] })).toEqual(["Next: tie-break, 1 set of 3 + 1 run of 4"]);
    expect(await show("classic", null, { tie_break: [1, 2] })).toEqual([]);
  });
  it("nothing after the last round", async () => expect(await show("classic", 10, { to_act: null })).toEqual([]));
});

describe("the end of the game", () => {
  it("gives the seed to copy", async () => {
    await open("classic/again");
    const seed = table.find<HTMLInputElement>("[data-p10='seed']");
    expect(seed.value).toBe(String(golden("classic").views["again"]!.over!.seed));
    expect(seed.readOnly).toBe(true);
    seed.focus();
    expect([seed.selectionStart, seed.selectionEnd]).toEqual([0, seed.value.length]);
  });

  it.each([
    ["again", { kind: "again" }],
    ["again-same", { kind: "again", same: true }],
    ["replay", { kind: "replay" }],
  ])("%s", async (act, message) => {
    await open("classic/again");
    await table.click(`[data-act="${act}"]`);
    expect(table.sent).toMatchObject([message]);
  });
});

describe("help", () => {
  it("shows the phase's groups with an example and the rule's number", async () => {
    await open("classic/lay_down");
    await table.press("?");
    const help = table.find("[data-p10='help']");
    const [set] = table.state.about.phases[0]!.help;
    expect([...help.querySelectorAll<HTMLElement>("[data-kind]")].map(({ dataset }) => dataset.kind)).toEqual(["set"]);
    expect(help.textContent).toContain(`${set!.text} (rule ${set!.rule})`);
    expect(help.querySelectorAll("[data-kind='set'] svg")).toHaveLength(set!.example.split(" ").length);
    expect(help.querySelector("[data-kind='set'] [role='img']")!.getAttribute("aria-label")).toMatch(/^For example: (\w+ \d+(, )?)+$/);
    expect(help.textContent).toContain("Now: lay down your phase");
  });

  it("follows the step", async () => {
    await open("classic/draw-deck");
    await table.press("?");
    expect(table.find("[data-p10='help']").textContent).toContain("Now: draw one card");
  });

  it("shows every kind while no phase is chosen", async () => {
    await open("masters-choose");
    await table.press("?");
    const kinds = table.all("[data-p10='help'] [data-kind]").map(({ dataset }) => dataset.kind);
    expect(kinds).toEqual([...new Set(table.state.about.phases.flatMap(({ help }) => help.map(({ kind }) => kind)))]);
  });
});

describe("a refusal", () => {
  const refuse = async (cards?: string) => {
    table.say({ kind: "reject", id: table.sent.at(-1)!.id, code: "x", rule: "G10", why: "That does not fit.", cards });
    await table.press("Shift");
  };
  const blamed = () => table.all("[data-hand-card][data-blamed]").map(({ dataset }) => dataset.handCard);

  it("marks the played card, until the next action", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="discard"]');
    await refuse();
    expect(blamed()).toEqual(["B12"]);
    const why = table.find('[data-hand-card="B12"]').getAttribute("aria-describedby")!;
    expect(table.el.querySelector(`#${why}`)!.textContent).toContain("That does not fit.");
    await table.click('[data-hand-card="R3"]');
    expect(blamed()).toEqual([]);
  });

  it("marks the cards that it names", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="discard"]');
    await refuse("W S");
    expect(blamed()).toEqual(["W", "S"]);
  });

  it("marks the group of a hit", async () => {
    await open("classic-hit");
    await table.click('[data-hand-card="W"]');
    await table.click('[data-act="hit"][data-owner="2"][data-group-index="1"][data-end="low"]');
    await refuse();
    expect(blamed()).toEqual(["W"]);
    expect(table.all("[data-group][data-blamed]").map(({ dataset }) => dataset.group)).toEqual(["2-1"]);
  });

  it("marks the cards of a lay-down in its row", async () => {
    await open("classic-play");
    await table.press("a");
    await table.click('[data-act="lay-down-confirm"]');
    await refuse("R5");
    expect(table.all("[data-draft-card][data-blamed]").map(({ dataset }) => dataset.draftCard)).toEqual(["R5"]);
  });
});
