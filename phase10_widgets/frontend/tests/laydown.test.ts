import { describe, expect, it } from "vitest";
import { at, open as opened, table } from "./mounted";

async function open(name: string) {
  await opened(name);
  await table.click('[data-act="arrange"]');
}

/** Steps on so many proposals. */
async function step(times: number) {
  for (let n = 0; n < times; n++) await table.click('[data-act="lay-down-next"]');
}

const drafted = (at: number) => [...table.find(`[data-draft="${at}"]`).querySelectorAll<HTMLElement>("[data-draft-card]")].map((card) => card.dataset.draftCard).join(" ");
const sent = () => (table.sent.at(-1) as { action: unknown }).action;

describe("the lay-down panel", () => {
  it("proposes, moves to the next proposal, confirms", async () => {
    await open("classic-play");
    expect([drafted(0), drafted(1)]).toEqual(["R3 Y3 G3", "R5 B6 G7 Y8"]);
    await step(1);
    expect(drafted(1)).toBe("W R5 B6 G7");
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toEqual({ type: "lay_down", groups: [{ cards: "R3 Y3 G3" }, { cards: "W R5 B6 G7", start: 4 }] });
  });

  at("classic-play", "starts from the proposal that uses the selected card", async () => {
    await table.click('[data-hand-card="B12"]');
    await table.press("a");
    expect(drafted(0)).toBe("B12 W W");
    await table.click('[data-act="close"]');
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="lay-down"]');
    expect(sent()).toMatchObject({ type: "lay_down", groups: [{ cards: "B12 W W" }, {}] });
  });

  it("adds selected cards, takes cards back, moves a wild along the run", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="W"]');
    await table.click('[data-draft-group="1"][data-act="lay-down-add"]');
    expect(drafted(1)).toBe("R5 B6 G7 Y8 W");
    await table.click('[data-draft-group="1"][data-act="lay-down-lower"]');
    expect(drafted(1)).toBe("W R5 B6 G7 Y8");
    await table.click('[data-draft="0"] [data-draft-card="G3"]');
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toEqual({ type: "lay_down", groups: [{ cards: "R3 Y3" }, { cards: "W R5 B6 G7 Y8", start: 4 }] });
  });

  it("lets the number of a set of wilds be chosen", async () => {
    await open("classic-wilds");
    await step(8);
    await table.enter('[data-draft="1"] [data-part="number"]', "11");
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toEqual({ type: "lay_down", groups: [{ cards: "R9 B9 G9" }, { cards: "W W W", number: 11 }] });
  });

  it("names the phase if any phase may be laid down", async () => {
    await open("classic-any");
    await table.click('[data-choice="phase"] [data-value="4"]');
    expect(drafted(0)).toBe("R3 W R5 B6 R7 Y8 G9");
    await table.click('[data-act="lay-down-confirm"]');
    expect(sent()).toMatchObject({ type: "lay_down", phase: 4 });
  });

  at("classic-play", "is not offered while the cards do not make the phase", async () => {
    const legal = table.state.view.legal.filter(({ type }) => type !== "lay_down");
    expect(table.act("lay-down").disabled).toBe(false);
    await table.show({ legal });
    expect(table.act("lay-down")).toBeNull();
    expect(table.act("arrange")).toBeNull();
    await table.press("l");
    await table.press("a");
    expect(table.sent).toEqual([]);
    expect(table.find("[data-p10='lay-down-panel']")).toBeNull();
  });

  it("cannot be confirmed while a group is empty", async () => {
    await open("classic-play");
    await table.click('[data-act="lay-down-clear"]');
    expect(drafted(0)).toBe("");
    expect(table.act("lay-down-confirm").disabled).toBe(true);
    await table.click('[data-act="lay-down-next"]');
    expect(table.act("lay-down-confirm").disabled).toBe(false);
  });

  it("stays open after a refusal and closes once the phase is on the table", async () => {
    await open("classic-play");
    await table.click('[data-act="lay-down-confirm"]');
    await table.refuse("No.", { rule: "G6" });
    expect(table.find("[role=alert]").textContent).toContain("G6");
    expect(table.find("[data-p10='lay-down-panel']")).not.toBeNull();
    const seen = table.state.view.observation!;
    const [me, ...others] = seen.seats;
    await table.answer({ observation: { ...seen, seats: [{ ...me!, laid: [{ kind: "set", cards: "R3 Y3 G3", number: 3 }] }, ...others] } });
    expect(table.find("[data-p10='lay-down-panel']")).toBeNull();
  });
});
