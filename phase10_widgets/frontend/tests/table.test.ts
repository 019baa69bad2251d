import { describe, expect, it, vi } from "vitest";
import { parseFace } from "../src/shared/cards";
import { draw } from "../src/shared/drawing";
import { COLLECT } from "../src/table/state/announcer.svelte";
import { at, event, open, sample, settle, table } from "./mounted";

const actions = () => table.sent.map(({ action }) => action);
const card = (word: string) => `[data-hand-card="${word}"]`;
const act = (name: string) => table.click(`[data-act="${name}"]`);
const raised = () => table.all("[data-hand-card][aria-pressed='true']").map(({ dataset }) => dataset.handCard);
const message = () => table.find("[data-p10='message']").textContent!.trim();
const alert = () => table.find("[role=alert]")?.textContent;
const root = () => table.find("[data-p10='table']");

describe("a seat", () => {
  at("classic-play", "shows a computer player's level on its box, and with the name in the sheet that the box opens", async () => {
    const [, next, last] = table.state.view.observation!.seats.map(({ name }) => name);
    const boxes = table.all("[data-seat-box]").map((box) => [box.querySelector(".name")!.textContent, box.querySelector("button")!.title]);
    expect(boxes).toEqual([[next, "level 4"], [last, "level 10"]]);
    await table.click('[data-seat-box] [data-act="seat"]');
    const lines = table.all("[data-p10='scores'] li:has(strong)").map((line) => [line.querySelector("strong")!.textContent, line.querySelector("span")?.textContent]);
    expect(lines.slice(1)).toEqual([[next, "level 4"], [last, "level 10"]]);
  });
});

describe("the hand", () => {
  at("classic-play", "is one tab stop and moves by arrows, Home and End", async () => {
    const stops = () => table.all("[data-hand-card]").map(({ tabIndex }) => tabIndex);
    expect(stops().filter((stop) => stop === 0)).toHaveLength(1);
    await table.press("End", table.find("[data-hand-card]"));
    expect(document.activeElement).toBe(table.all("[data-hand-card]").at(-1));
    await table.press("ArrowRight", document.activeElement!);
    expect(document.activeElement).toBe(table.all("[data-hand-card]")[0]);
    expect(stops()[0]).toBe(0);
  });

  at("classic-play", "states a card's name, place and state, and moves the focus to a neighbor when the focused card leaves", async () => {
    await table.click(card("R3"));
    expect(table.find(card("R3")).textContent).toContain("red 3, 1 of 11, selected");
    expect(raised()).toEqual(["R3"]);
    table.find(card("B12")).focus();
    await table.click(card("B12"));
    await act("discard");
    await table.answer({ observation: { ...table.state.view.observation!, hand: "R3 W Y3 G3 R5 B6 S G7 Y8 W" } });
    await new Promise((done) => setTimeout(done));
    expect((document.activeElement as HTMLElement).dataset.handCard).toBe("W");
  });

  at("flip-wild", "shows both sides of a flip card, and those of its phase with the active face", async () => {
    expect(table.find(card("R5!/9")).textContent).toContain("wild-side 9, other side red 5 with flip symbol");
    const { progress } = table.state.view;
    await table.show({ progress: { ...progress!, parts: [{ kind: "set", number: 9, row: ["R5!/9", null] }] } });
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawn.innerHTML = draw(parseFace("9"), []);
    expect(table.find('[data-p10="parts"] [data-face]').innerHTML).toBe(drawn.innerHTML);
  });
});

describe("select, then act", () => {
  at("classic/draw-deck", "draws, including by P and D, and ignores further clicks until the answer", async () => {
    await act("draw-deck");
    await act("draw-discard");
    expect(actions()).toEqual([{ type: "draw", from: "deck" }]);
    expect(root().dataset.busy).toBe("true");
    await table.answer();
    expect(root().dataset.busy).toBe("false");
    expect(table.sent[0]).toMatchObject({ kind: "action", v: 1, rev: table.state.view.rev - 1 });
    for (const key of ["P", "d"]) {
      await table.press(key);
      await table.answer();
    }
    expect(actions().slice(1)).toEqual([{ type: "draw", from: "discard" }, { type: "draw", from: "deck" }]);
  });

  it.each(['[data-act="discard"]', '[data-pile="discard"]'])("discards the one selected card: %s", async (place) => {
    await open("classic-play");
    const may = () => table.find(place)?.disabled === false;
    expect(may()).toBe(false);
    await table.click(card("B12"));
    await table.click(card("B12"));
    expect(may()).toBe(false);
    await table.click(card("R3"));
    await table.click(card("B12"));
    await table.click(place);
    expect(actions()).toEqual([{ type: "discard", card: "B12" }]);
  });

  at("classic-play", "swaps the selected card for another; only the arranging sheet collects several", async () => {
    await table.click(card("R3"));
    await table.click(card("B12"));
    expect(raised()).toEqual(["B12"]);
    table.find(card("R3")).focus();
    await table.click(card("R3"));
    expect(raised()).toEqual(["R3"]);
    await table.press("a");
    await act("lay-down-clear");
    await table.click(card("R3"));
    await table.click(card("B12"));
    expect(raised()).toEqual(["R3", "B12"]);
    await table.press("Escape");
    expect(raised()).toEqual([]);
  });

  at("classic/draw-deck", "tells the player of a lost turn while others play and until the next draw, and marks the seats that lost one", async () => {
    const { you, observation } = table.state.view;
    await table.show({ missed: observation!.seats.map((_, seat) => Number(seat === you)) });
    expect(message()).toBe("You lost a turn. Your turn: draw a card");
    await table.show({ missed: observation!.seats.map((_, seat) => 2 * Number(seat === you)), observation: { ...observation!, to_act: 1 }, thinking: { seat: 1, name: "Ada" }, legal: [] });
    expect(message()).toBe("You lost 2 turns. Ada is thinking …");
    await table.show({ missed: observation!.seats.map((_, seat) => Number(seat === 1)) });
    expect(message()).not.toContain("lost");
    expect(table.find('[data-seat-box="1"]').textContent).toContain("Lost a turn");
    expect(table.all("[data-seat-box]").filter(({ textContent }) => textContent!.includes("Lost a turn"))).toHaveLength(1);
  });

  at("classic-play", "says when there is nothing to undo", async () => {
    for (const [undo, title] of [[false, "Nothing to undo (U)"], [true, "Undo (U)"]] as const) {
      await table.show({ undo });
      expect(table.act("undo").textContent?.trim()).toBe("Undo");
      expect(table.act("undo").title).toBe(title);
    }
  });

  at("classic-play", "says what comes before a discard", async () => {
    const { legal } = table.state.view;
    const without = (...types: string[]) => table.show({ legal: legal.filter(({ type }) => !types.includes(type)) });
    const label = () => table.act("discard").textContent?.trim().replace(/\s+X$/, "");
    await without("lay_down", "hit", "discard");
    await table.click(card("R3"));
    expect(label()).toBe("Select another card to discard");
    await without("discard");
    expect(label()).toBe("Lay down first");
    await without("lay_down", "hit", "discard");
    await table.show({ legal: [], guide: { lesson: 1, lessons: 5, text: "Lay down.", card: null } as never });
    expect(label()).toBe("Follow the step above");
  });

  at("masters-draw", "says that a skip on the discard pile may not be taken", async () => {
    const { observation, legal } = table.state.view;
    expect(message()).toBe("Your turn: draw a card");
    const ways = legal.filter((action) => action.type !== "draw" || action.from !== "discard");
    await table.show({ observation: { ...observation!, discard_pile: `S ${observation!.discard_pile}` }, legal: ways });
    expect(message()).toBe("Your turn: draw a card. The skip may not be taken.");
  });

  at("masters-play", "asks for the target of a skip", async () => {
    await table.click(card("S"));
    await act("discard");
    expect(table.sent).toEqual([]);
    expect(message()).toBe("Choose whom to skip.");
    await table.click('[data-act="target"][data-seat="2"]');
    expect(actions()).toEqual([{ type: "discard", card: "S", target: 2 }]);
  });

  at("masters-choose", "chooses the only phase by itself, once, and asks about several with the menu and help within reach", async () => {
    const several = table.state.view.legal;
    expect(table.find('[data-phase="1"]').disabled).toBe(true);
    expect(table.find<HTMLElement>("header:has([data-act='help'])").inert).toBe(false);
    await table.click("[data-act='menu']");
    expect(table.find("[data-p10='menu']")).not.toBeNull();
    await table.press("Escape");
    expect(table.find("[data-p10='choose-phase']")).not.toBeNull();
    expect(table.sent).toEqual([]);
    await table.show({ legal: several.slice(0, 1) });
    expect(table.find("[data-p10='choose-phase']")).toBeNull();
    expect(actions()).toEqual(several.slice(0, 1));
    await table.refuse("Too late.");
    expect(table.sent).toHaveLength(1);
  });
});

describe("keys", () => {
  at("classic-play", "arrows, Home and End lead into the hand from anywhere at the table", async () => {
    const cards = table.all("[data-hand-card]");
    const from = async (key: string, node: HTMLElement) => {
      node.focus();
      await table.press(key, node);
      return document.activeElement;
    };
    expect(await from("ArrowRight", root())).toBe(cards[0]);
    expect(await from("End", root())).toBe(cards.at(-1));
    expect(await from("Home", table.act("menu"))).toBe(cards[0]);
    await table.press("m");
    const sound = table.find("[data-p10='menu'] button");
    expect(await from("ArrowLeft", sound)).toBe(sound);
  });

  at("classic-hit", "H focuses the fitting group, digits hit", async () => {
    await table.press("h");
    await new Promise((done) => setTimeout(done));
    expect(document.activeElement).toBe(table.act("hit"));
    await table.press("1");
    expect(actions()).toMatchObject([{ type: "hit" }]);
  });

  at("classic-play", "X discards, N continues, Escape unselects, ? opens help; the end of a round offers to undo", async () => {
    await table.click(card("B12"));
    await table.press("Escape");
    expect(raised()).toEqual([]);
    await table.press("x");
    expect(table.sent).toEqual([]);
    await table.press("?");
    expect(table.find("[data-p10='help']")).not.toBeNull();
    await table.press("Escape");
    expect(table.find("[data-p10='help']")).toBeNull();
    await table.click(card("B12"));
    await table.press("x");
    expect(actions()).toHaveLength(1);
    await open("classic/continue");
    await act("undo");
    expect(table.sent).toMatchObject([{ kind: "undo", v: 1 }]);
    await table.refuse("Not now.");
    await table.press("n");
    expect(table.sent).toMatchObject([{ kind: "undo" }, { kind: "continue" }]);
  });

  at("classic-play", "stay inside, except for Tab and the browser's shortcuts", async () => {
    const outside = vi.fn();
    document.body.addEventListener("keydown", outside);
    await table.press("d");
    expect(outside).not.toHaveBeenCalled();
    await table.press("Tab");
    root().dispatchEvent(new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true }));
    expect(outside).toHaveBeenCalledTimes(2);
    document.body.removeEventListener("keydown", outside);
  });
});

describe("answers", () => {
  at("classic-play", "shows a refusal with its rule, until the next action", async () => {
    await table.click(card("B12"));
    await act("discard");
    await table.refuse("Not ours.", { id: "somebody else's" });
    expect(alert()).toBeUndefined();
    await table.refuse("Draw a card first.", { rule: "G3" });
    expect(alert()).toContain("Draw a card first. (rule G3)");
    await table.click(card("R3"));
    expect(alert()).toBeUndefined();
    await table.refuse("A computer player failed.", { id: null });
    expect(alert(), "an error that no message caused").toContain("A computer player failed.");
    const { summary, observation } = sample("classic/continue").view;
    await table.show({ summary, observation });
    expect(table.find("[data-p10='summary']")).not.toBeNull();
    expect(alert(), "the table that it concerned is gone").toBeUndefined();
  });

  it("announces events, logs them without interpreting HTML, and takes each view once", async () => {
    vi.useFakeTimers();
    await open("classic/thinking");
    const drew = event("drawn", { seat: 1, from: "deck", text: "Ben drew <img src=x onerror=alert(1)>." });
    await table.happen(drew);
    vi.advanceTimersByTime(COLLECT);
    await settle();
    expect(table.find("[data-p10='live']").textContent).toContain(drew.text);
    table.write("view", table.state.view);
    await settle();
    expect(table.el.textContent!.split(drew.text)).toHaveLength(3);
    expect(table.el.querySelector("img")).toBeNull();
  });
});
