import { afterEach, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../src/shared/adapter.svelte";
import { COLLECT } from "../src/table/state/announcer.svelte";
import { shortNames } from "../src/table/board/names";
import { event, open as mounted, samples, type Mounted } from "./mounted";

let table: Mounted;
const open = async (name: string) => (table = await mounted(name));
const actions = () => table.sent.map(({ action }) => action);

afterEach(async () => {
  await table?.close();
  vi.useRealTimers();
});

describe("every sample", () => {
  it.each(samples)("%s mounts with its hooks and leaves nothing behind", async (name) => {
    const { el, state, listeners } = await open(name);
    const root = el.querySelector<HTMLElement>("[data-p10='table']")!;
    expect(root.dataset).toMatchObject({ rev: String(state.view.rev), you: String(state.view.you), busy: "false" });
    expect(root.dataset.step).toBe(state.view.observation?.step ?? "");
    expect(listeners()).toBe(3);
    await table.close();
    expect(listeners()).toBe(0);
    expect(el.childElementCount).toBe(0);
  });
});

describe("a seat", () => {
  it("tells a computer player's level: on its box, and with the name in the sheet that the box opens", async () => {
    await open("classic-play");
    const [, next, last] = table.state.view.observation!.seats.map(({ name }) => name);
    const boxes = table.all("[data-seat-box]").map((box) => [box.querySelector(".name")!.textContent, box.querySelector("button")!.title]);
    expect(boxes).toEqual([[next, "level 4"], [last, "level 10"]]);
    await table.click('[data-seat-box] [data-act="seat"]');
    const lines = table.all("[data-p10='scores'] li:has(strong)").map((line) => [line.querySelector("strong")!.textContent, line.querySelector("span")?.textContent]);
    expect(lines.slice(1)).toEqual([[next, "level 4"], [last, "level 10"]]);
  });

  it("goes by something short where there is no room for names", () => {
    expect(shortNames(["You", "Ben", "Clara"])).toEqual(["Y", "B", "C"]);
    expect(shortNames(["Anna", "Ben", "Anton", "Alva"])).toEqual(["Ann", "B", "Ant", "Al"]);
    expect(shortNames(["You", "greedy", "greedy 2"])).toEqual(["Y", "g", "g2"]);
    expect(shortNames(["Same", "Same"])).toEqual(["Sam", "Sam"]);
  });
});

describe("the hand", () => {
  it("is one tab stop and moves by arrows, Home and End", async () => {
    await open("classic-play");
    const stops = () => table.all("[data-hand-card]").map(({ tabIndex }) => tabIndex);
    expect(stops().filter((stop) => stop === 0)).toHaveLength(1);
    await table.press("End", table.find("[data-hand-card]"));
    expect(document.activeElement).toBe(table.all("[data-hand-card]").at(-1));
    await table.press("ArrowRight", document.activeElement!);
    expect(document.activeElement).toBe(table.all("[data-hand-card]")[0]);
    expect(stops()[0]).toBe(0);
  });

  it("says name, place and state of a card", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="R3"]');
    const card = table.find('[data-hand-card="R3"]');
    expect(card.textContent).toContain("red 3, 1 of 11, selected");
    expect(card.getAttribute("aria-pressed")).toBe("true");
  });

  it("moves the focus to a neighbor when the focused card leaves", async () => {
    await open("classic-play");
    table.find('[data-hand-card="B12"]').focus();
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="discard"]');
    await table.answer({ observation: { ...table.state.view.observation!, hand: "R3 W Y3 G3 R5 B6 S G7 Y8 W" } });
    await new Promise((done) => setTimeout(done));
    expect((document.activeElement as HTMLElement).dataset.handCard).toBe("W");
  });

  it("shows the cards of its phase with the active face", async () => {
    await open("flip-wild");
    const { progress } = table.state.view;
    await table.show({ progress: { ...progress!, parts: [{ kind: "set", number: 9, row: ["R5!/9", null] }] } });
    expect(table.find('[data-p10="parts"] text').textContent).toBe("9");
  });

  it("shows both sides of a flip card", async () => {
    await open("flip-wild");
    expect(table.find('[data-hand-card="R5!/9"]').textContent).toContain("wild-side 9, other side red 5 with flip symbol");
  });
});

describe("select, then act", () => {
  it("draws, and ignores further clicks until the answer", async () => {
    await open("classic/draw-deck");
    await table.click('[data-act="draw-deck"]');
    await table.click('[data-act="draw-discard"]');
    expect(actions()).toEqual([{ type: "draw", from: "deck" }]);
    expect(table.find("[data-p10='table']").dataset.busy).toBe("true");
    await table.answer();
    expect(table.find("[data-p10='table']").dataset.busy).toBe("false");
    expect(table.sent[0]).toMatchObject({ kind: "action", v: 1, rev: table.state.view.rev - 1 });
  });

  it.each(['[data-act="discard"]', '[data-pile="discard"]'])("discards the one selected card: %s", async (place) => {
    await open("classic-play");
    const may = () => table.find(place)?.disabled === false;
    expect(may()).toBe(false);
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-hand-card="B12"]');
    expect(may()).toBe(false);
    await table.click('[data-hand-card="R3"]');
    await table.click('[data-hand-card="B12"]');
    await table.click(place);
    expect(actions()).toEqual([{ type: "discard", card: "B12" }]);
  });

  it("swaps the selected card for another; only the arranging sheet collects several", async () => {
    await open("classic-play");
    const raised = () => table.all("[data-hand-card][aria-pressed='true']").map(({ dataset }) => dataset.handCard);
    await table.click('[data-hand-card="R3"]');
    await table.click('[data-hand-card="B12"]');
    expect(raised()).toEqual(["B12"]);
    table.find('[data-hand-card="R3"]').focus();
    await table.click('[data-hand-card="R3"]');
    expect(raised()).toEqual(["R3"]);
    await table.press("a");
    await table.click('[data-act="lay-down-clear"]');
    await table.click('[data-hand-card="R3"]');
    await table.click('[data-hand-card="B12"]');
    expect(raised()).toEqual(["R3", "B12"]);
    await table.press("Escape");
    expect(raised()).toEqual([]);
  });

  it("tells the player of a lost turn while others play and until the next draw, and marks the seats that lost one", async () => {
    await open("classic/draw-deck");
    const { you, observation } = table.state.view;
    const says = () => table.find("[data-p10='message']").textContent!.trim();
    await table.show({ missed: observation!.seats.map((_, seat) => Number(seat === you)) });
    expect(says()).toBe("You lost a turn. Your turn: draw a card");
    await table.show({ missed: observation!.seats.map((_, seat) => 2 * Number(seat === you)), observation: { ...observation!, to_act: 1 }, thinking: { seat: 1, name: "Ada" }, legal: [] });
    expect(says()).toBe("You lost 2 turns. Ada is thinking …");
    await table.show({ missed: observation!.seats.map((_, seat) => Number(seat === 1)) });
    expect(says()).not.toContain("lost");
    expect(table.find('[data-seat-box="1"]').textContent).toContain("Lost a turn");
    expect(table.all("[data-seat-box]").filter(({ textContent }) => textContent!.includes("Lost a turn"))).toHaveLength(1);
  });

  it("shows the next step alone as the primary one", async () => {
    await open("classic-play");
    const bar = () => table.all(".actions .main [data-act]").map(({ dataset, disabled }) => [dataset.act, dataset.primary === "true", !disabled]);
    expect(bar()).toEqual([["lay-down", true, true], ["arrange", false, true]]);
    await table.click('[data-hand-card="B12"]');
    expect(bar()).toEqual([["lay-down", true, true], ["discard", false, true]]);
    await table.click('[data-hand-card="B12"]');
    await table.show({ legal: table.state.view.legal.filter(({ type }) => type === "discard") });
    expect(bar()).toEqual([["discard", false, false]]);
    expect(table.act("discard").textContent).toContain("Select a card to discard");
  });

  it("says what comes before a discard", async () => {
    await open("classic-play");
    const { legal } = table.state.view;
    const without = (...types: string[]) => table.show({ legal: legal.filter(({ type }) => !types.includes(type)) });
    const said = () => table.act("discard").textContent?.trim().replace(/\s+X$/, "");
    await without("lay_down", "hit", "discard");
    await table.click('[data-hand-card="R3"]');
    expect(said()).toBe("Select another card to discard");
    await without("discard");
    expect(said()).toBe("Lay down first");
    await without("lay_down", "hit", "discard");
    await table.show({ legal: [], guide: { lesson: 1, lessons: 5, text: "Lay down.", card: null } as never });
    expect(said()).toBe("Follow the step above");
  });

  it("says that there is nothing to undo", async () => {
    await open("classic-play");
    await table.show({ undo: false });
    expect(table.act("undo").textContent?.trim()).toBe("Nothing to undo");
    await table.show({ undo: true });
    expect(table.act("undo").textContent?.trim()).toBe("Undo");
  });

  it("says that a skip on the discard pile may not be taken", async () => {
    await open("masters-draw");
    const { observation, legal } = table.state.view;
    const message = () => table.find("[data-p10='message']").textContent?.trim();
    expect(message()).toBe("Your turn: draw a card");
    const ways = legal.filter((action) => action.type !== "draw" || action.from !== "discard");
    await table.show({ observation: { ...observation!, discard_pile: `S ${observation!.discard_pile}` }, legal: ways });
    expect(message()).toBe("Your turn: draw a card. The skip may not be taken.");
  });

  it("hits at the end that is clicked", async () => {
    await open("classic-hit");
    await table.click('[data-hand-card="W"]');
    expect(table.all('[data-act="hit"]')).toHaveLength(6);
    await table.click('[data-act="hit"][data-owner="2"][data-group-index="1"][data-end="low"]');
    expect(actions()).toEqual([{ type: "hit", card: "W", owner: 2, group: 1, end: "low" }]);
  });

  it("asks for the target of a skip", async () => {
    await open("masters-play");
    await table.click('[data-hand-card="S"]');
    await table.click('[data-act="discard"]');
    expect(table.sent).toEqual([]);
    expect(table.find("[data-p10='message']").textContent.trim()).toBe("Choose whom to skip.");
    await table.click('[data-act="target"][data-seat="2"]');
    expect(actions()).toEqual([{ type: "discard", card: "S", target: 2 }]);
  });

  it("chooses a phase, draws a saved card, saves", async () => {
    await open("masters-choose");
    expect(table.find('[data-phase="1"]').disabled).toBe(true);
    await table.click('[data-act="choose-phase"][data-phase="8"]');
    expect(actions()).toEqual([{ type: "choose_phase", phase: 8 }]);
    await table.close();
    await open("masters-draw");
    await table.click('[data-act="draw-saved"][data-card="W"]');
    expect(actions()).toEqual([{ type: "draw", from: "saved", card: "W" }]);
    await table.close();
    await open("masters-play");
    await table.click('[data-hand-card="W"]');
    await table.click('[data-act="save"]');
    expect(actions()).toEqual([{ type: "save", card: "W" }]);
  });

  it("chooses the only phase by itself, once, and asks about several with menu and help in reach", async () => {
    await open("masters-choose");
    const several = table.state.view.legal;
    expect(table.find("[data-p10='choose-phase'] [data-act='help']")).not.toBeNull();
    await table.click("[data-p10='choose-phase'] [data-act='menu']");
    expect(table.find("[data-p10='menu']")).not.toBeNull();
    await table.press("Escape");
    expect(table.find("[data-p10='choose-phase']")).not.toBeNull();
    expect(table.sent).toEqual([]);
    await table.show({ legal: several.slice(0, 1) });
    expect(table.find("[data-p10='choose-phase']")).toBeNull();
    expect(actions()).toEqual(several.slice(0, 1));
    const { id } = table.sent[0] as { id: string };
    table.say({ kind: "reject", id, code: "old", rule: null, why: "Too late." });
    await table.press("Shift");
    expect(table.sent).toHaveLength(1);
  });

  it.each([
    ["classic/continue", "continue"],
    ["classic/continue", "undo"],
    ["classic/again", "again"],
    ["shared/ready", "ready"],
    ["classic-play", "undo"],
  ])("%s offers %s", async (name, kind) => {
    await open(name);
    await table.click(`[data-act="${kind}"]`);
    expect(table.sent).toMatchObject([{ kind, v: 1 }]);
  });

  it("hides every card behind the curtain", async () => {
    await open("shared/ready");
    expect(table.all("[data-hand-card]")).toHaveLength(0);
    expect(table.el.textContent).toContain("I am Ben, show my hand");
  });
});

describe("keys", () => {
  it("D draws, P picks up", async () => {
    await open("classic/draw-deck");
    await table.press("d");
    await table.answer();
    await table.press("P");
    expect(actions()).toEqual([
      { type: "draw", from: "deck" },
      { type: "draw", from: "discard" },
    ]);
  });

  it("arrows, Home and End lead into the hand from anywhere at the table", async () => {
    await open("classic-play");
    const cards = table.all("[data-hand-card]");
    const from = async (key: string, node: HTMLElement) => {
      node.focus();
      await table.press(key, node);
      return document.activeElement;
    };
    const region = table.find("[data-p10='table']");
    expect(await from("ArrowRight", region)).toBe(cards[0]);
    expect(await from("End", region)).toBe(cards.at(-1));
    expect(await from("Home", table.act("menu"))).toBe(cards[0]);
    await table.press("m");
    const sound = table.find("[data-p10='menu'] button");
    expect(await from("ArrowLeft", sound)).toBe(sound);
  });

  it("H focuses the fitting groups, arrows move, digits hit", async () => {
    await open("classic-hit");
    await table.press("h");
    await new Promise((done) => setTimeout(done));
    const [first, second] = table.all('[data-act="hit"]');
    expect(document.activeElement).toBe(first);
    if (second) {
      await table.press("ArrowRight", document.activeElement!);
      expect(document.activeElement).toBe(second);
    }
    await table.press("1");
    expect(actions()).toMatchObject([{ type: "hit" }]);
  });

  it("X discards, N continues, Escape unselects, ? opens help", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="B12"]');
    await table.press("Escape");
    expect(table.all("[data-hand-card][aria-pressed='true']")).toHaveLength(0);
    await table.press("x");
    expect(table.sent).toEqual([]);
    await table.press("?");
    expect(table.find("[data-p10='help']")).not.toBeNull();
    await table.press("Escape");
    expect(table.find("[data-p10='help']")).toBeNull();
    await table.click('[data-hand-card="B12"]');
    await table.press("x");
    expect(actions()).toHaveLength(1);
    await table.close();
    await open("classic/continue");
    await table.press("n");
    expect(table.sent).toMatchObject([{ kind: "continue" }]);
  });

  it("stay inside, except for Tab and the browser's shortcuts", async () => {
    await open("classic-play");
    const outside = vi.fn();
    document.body.addEventListener("keydown", outside);
    await table.press("d");
    expect(outside).not.toHaveBeenCalled();
    await table.press("Tab");
    table.find("[data-p10='table']").dispatchEvent(new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true }));
    expect(outside).toHaveBeenCalledTimes(2);
    document.body.removeEventListener("keydown", outside);
  });
});

describe("answers", () => {
  it("shows a refusal with its rule, until the next action", async () => {
    await open("classic-play");
    await table.click('[data-hand-card="B12"]');
    await table.click('[data-act="discard"]');
    const { id } = table.sent[0] as { id: string };
    table.say({ kind: "reject", id: "somebody else's", code: "x", rule: null, why: "Not ours." });
    expect(table.find("[role=alert]")).toBeNull();
    table.say({ kind: "reject", id, code: "draw_first", rule: "G3", why: "Draw a card first." });
    await table.press("Shift");
    expect(table.find("[role=alert]").textContent).toContain("Draw a card first. (rule G3)");
    await table.click('[data-hand-card="R3"]');
    expect(table.find("[role=alert]")).toBeNull();
  });

  it("shows an error that no message caused", async () => {
    await open("classic/thinking");
    table.say({ kind: "reject", id: null, code: "failed", rule: null, why: "A computer player failed." });
    await table.press("Shift");
    expect(table.find("[role=alert]").textContent).toContain("A computer player failed.");
  });

  it("treats a new game's view as the answer to the request for one", async () => {
    await open("classic/again");
    await table.click('[data-act="again"]');
    await table.happen();
    expect(table.find("[data-p10='table']").dataset.busy).toBe("false");
  });

  it("says when Python is silent", async () => {
    await open("classic/draw-deck");
    vi.useFakeTimers();
    await table.click('[data-act="draw-deck"]');
    vi.advanceTimersByTime(PATIENCE + 1);
    vi.useRealTimers();
    await table.press("Shift");
    expect(table.find("[role=alert]").textContent).toContain("Python does not answer");
    expect(table.find("[data-p10='table']").dataset.busy).toBe("false");
  });

  it("announces events, logs them, and takes each view once", async () => {
    vi.useFakeTimers();
    await open("classic/thinking");
    const drew = event("drawn", { seat: 1, from: "deck", text: "Ben drew from the draw pile." });
    await table.happen(drew);
    vi.advanceTimersByTime(COLLECT);
    vi.useRealTimers();
    await table.press("Shift");
    expect(table.find("[data-p10='live']").textContent).toContain(drew.text);
    table.write("view", table.state.view);
    await table.press("Shift");
    expect(table.el.textContent!.split(drew.text)).toHaveLength(3);
  });

  it("never interprets HTML", async () => {
    await open("classic/thinking");
    await table.happen(event("drawn", { seat: 1, text: "<img src=x onerror=alert(1)>" }));
    expect(table.el.querySelector("img")).toBeNull();
  });
});
