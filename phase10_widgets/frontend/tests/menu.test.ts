import { describe, expect, it } from "vitest";
import { at, event, open, sample, settle, table } from "./mounted";
import { downloads } from "./page";
import type { View } from "../src/protocol/table";

const menu = () => table.find<HTMLElement>("[data-p10='menu']");
const act = (name: string) => table.click(`[data-act="${name}"]`);
const alert = () => table.find("[role=alert]").textContent;
/** Wait until the focus has moved. */
const moved = () => new Promise((done) => setTimeout(done));

describe("the header", () => {
  at("classic-play", "opens and closes the menu by button and key, and restores the focus", async () => {
    table.act("menu").focus();
    await act("menu");
    expect(table.act("menu").getAttribute("aria-expanded")).toBe("true");
    table.find('[data-choice="pace"] button').focus();
    await table.press("Escape", document.activeElement!);
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(table.act("menu"));
    await table.press("m");
    expect(menu()).not.toBeNull();
    await table.press("?");
    expect(menu()).toBeNull();
    expect(table.find("[data-p10='help']")).not.toBeNull();
    await table.press("m");
    const card = table.find("[data-hand-card][tabindex='0']");
    card.focus();
    await table.press("Escape", card);
    expect(menu()).toBeNull();
    expect(document.activeElement, "the focus was in the hand").toBe(card);
  });

  at("classic/thinking", "pauses and resumes", async () => {
    await act("pause");
    expect(table.sent).toMatchObject([{ kind: "pause", on: true }]);
    await table.answer({ paused: true, thinking: null });
    expect(table.find(".status").textContent).toBe("Paused");
    expect(table.act("pause").textContent).toContain("Go on");
    await table.press("g");
    expect(table.sent).toMatchObject([{ on: true }, { kind: "pause", on: false }]);
  });

  it("lets a computer player take its step with pace 'one step at a time'", async () => {
    await open("classic/thinking", { pace: null });
    expect(table.find(".status").textContent).toBe("Next step: greedy plays.");
    expect(table.all(".dots")).toEqual([]);
    await act("step");
    await table.answer();
    await table.press("n");
    expect(table.sent).toMatchObject([{ kind: "step" }, { kind: "step" }]);
    await table.answer({ thinking: null });
    expect(table.act("step")).toBeNull();
    await table.press("n");
    expect(table.sent).toHaveLength(2);
  });

  it("has no pause button if only people play", async () => {
    await open("classic-play", {}, { computers: false });
    expect(table.act("pause")).toBeNull();
    await table.press("g");
    await table.press("m");
    expect(table.find('[data-choice="pace"]')).toBeNull();
    expect(table.sent).toEqual([]);
  });
});

describe("the menu", () => {
  at("classic-play", "sets the computer players' speed, including one step at a time, and requests another language, which the table uses once Python does", async () => {
    await table.click('[data-hand-card="B12"]');
    await table.press("m");
    await table.click('[data-choice="pace"] [data-value="3"]');
    await table.click('[data-choice="pace"] [data-value=""]');
    expect(table.sent).toMatchObject([{ kind: "pace", seconds: 3 }, { kind: "pace", seconds: null }]);
    await table.answer({ pace: null });
    expect(table.find('[data-choice="pace"] [aria-pressed="true"]').dataset.value).toBe("");
    await table.click('[data-choice="language"] [data-value="de"]');
    expect(table.sent.at(-1)).toMatchObject({ kind: "language", language: "de" });
    const { about } = table.state;
    table.write("about", { ...about, language: "de" });
    await settle();
    expect(table.find("[data-p10='table']").lang).toBe("de");
    expect(menu().getAttribute("aria-label")).toBe("Menü");
    expect(menu().querySelector("h3")!.textContent).toBe("Menü");
    expect(table.act("scores").textContent).toContain("Punkte");
    expect(table.act("discard").textContent).toContain("Ablegen");
    expect(table.find("[data-hand-card='R3']").textContent).toContain("rote 3, 1 von 11");
    table.write("about", { ...about, language: "en" });
    await settle();
    expect(table.act("discard").textContent).toContain("Discard");
  });

  at("classic-play", "makes discards require a second press, which the browser remembers", async () => {
    await table.press("m");
    await table.click('[data-option="confirm"]');
    await table.press("Escape");
    await table.click('[data-hand-card="B12"]');
    await table.press("x");
    expect(table.act("discard").textContent).toContain("Really discard blue 12?");
    await table.press("Escape");
    await table.click('[data-hand-card="B12"]');
    expect(table.act("discard").textContent).toContain("Discard blue 12");
    await table.press("x");
    expect(table.sent).toEqual([]);
    await table.press("x");
    expect(table.sent).toMatchObject([{ kind: "action", action: { type: "discard", card: "B12" } }]);
    await table.close();
    await open("classic-play");
    await table.press("m");
    expect(table.find<HTMLInputElement>('[data-option="confirm"]').checked).toBe(true);
    await table.click('[data-option="confirm"]');
    await table.click('[data-hand-card="B12"]');
    await table.press("x");
    expect(table.sent).toHaveLength(1);
  });

  at("classic-play", "saves to a file after a warning about its content, unless the person changes their mind", async () => {
    await table.press("m");
    await act("save-game");
    await act("save-cancel");
    await settle();
    expect(document.activeElement).toBe(table.act("save-game"));
    await act("save-game");
    await settle();
    expect(menu().textContent).toContain("The file holds the whole deal, hidden cards too.");
    expect(table.sent).toEqual([]);
    expect(document.activeElement).toBe(table.act("save-confirm"));
    await act("save-confirm");
    expect(table.sent).toMatchObject([{ kind: "save" }]);

    const files = downloads();
    const answer = { kind: "file", id: table.sent[0]!.id, name: "game.json", text: '{"v": 1}' };
    table.say({ ...answer, id: "another view:1" });
    table.say(answer);
    await settle();
    expect(files).toEqual([{ name: "game.json", size: answer.text.length, inside: true }]);
    expect(table.el.querySelector("a")).toBeNull();
    expect(table.find("[data-p10='table']").dataset.busy).toBe("false");
  });

  at("classic-play", "loads a file unless it is too large or unreadable, and closes; Python's refusal is shown like any other", async () => {
    const choose = async (read: () => Promise<string>, size = 10) => {
      const input = table.find<HTMLInputElement>('input[type="file"]');
      Object.defineProperty(input, "files", { value: [{ size, text: read }], configurable: true });
      input.dispatchEvent(new Event("change", { bubbles: true }));
      await moved();
      await settle();
    };
    await table.press("m");
    await choose(async () => "{}", 2_000_001);
    expect(alert()).toContain("too large");
    await choose(() => Promise.reject(new Error("gone")));
    expect(alert()).toContain("cannot be read");
    expect(table.sent).toEqual([]);
    await choose(async () => "{}");
    expect(table.sent).toMatchObject([{ kind: "load", text: "{}" }]);
    expect(menu()).toBeNull();
    await table.refuse("That is no saved game.");
    expect(alert()).toContain("That is no saved game.");
  });
});

describe("a spectator", () => {
  const watch = async (name: string, view: Partial<View> = {}) => {
    const { observation } = sample(name).view;
    const seen = observation && { ...observation, seat: null, hand: "", saved: "" };
    return open(name, { you: null, legal: [], undo: false, progress: null, observation: seen, ...view }, { mode: "watch" });
  };

  it.each(["classic-hit", "flip-wild", "masters-play", "masters-choose", "classic/continue", "classic/again"])("sees only public information in %s and cannot act", async (name) => {
    await watch(name);
    const seats = table.state.view.observation!.seats;
    const over = table.state.view.summary || table.state.view.over;
    if (!over) {
      expect(table.all("[data-seat-box]")).toHaveLength(seats.length);
      expect(table.el.textContent).toContain("You are watching.");
    }
    expect(table.all("[data-hand-card], [data-p10='hand'], [data-act='draw-saved']")).toEqual([]);
    const may = table.all("[data-act]:enabled").map(({ dataset }) => dataset.act);
    expect([...new Set(may)].filter((act) => act !== "groups")).toEqual(over ? ["menu", "help"] : ["menu", "help", "seat"]);
    for (const key of "dplhxsungm1") await table.press(key);
    expect(table.all("[data-choice]").map(({ dataset }) => dataset.choice)).toEqual(["language", "felt", "back"]);
    expect(table.sent).toEqual([]);
    expect(table.el.textContent).not.toMatch(/undefined|null|NaN/);
    await table.happen(event("discarded", { seat: 1, text: "Ben discarded blue 9." }));
    if (!over) expect(table.find("[data-p10='log']").textContent).toContain("Ben discarded blue 9.");
  });
});

describe("the curtain", () => {
  const SECRET = "You drew red 3 for your eyes only.";

  at("classic-play", "leaves no trace of the previous player in the page", async () => {
    const view = table.state.view;
    const names = table.all("[data-hand-card]").map(({ textContent }) => textContent!.split(",")[0]!.trim());
    await table.happen(event("drawn", { seat: 0, text: SECRET }));
    await table.click('[data-hand-card="R3"]');
    await table.press("a");
    expect(table.el.textContent).toContain(SECRET);

    const drop = { observation: null, legal: [], undo: false, progress: null };
    table.write("view", { ...view, ...drop, rev: view.rev + 5, you: view.you, curtain: { seat: 1, name: "Ben" }, events: [] });
    await table.press("Shift");
    expect(table.find("[data-p10='curtain']").textContent).toContain("Pass the device to Ben");
    expect(table.el.innerHTML).not.toContain(SECRET);
    for (const name of new Set(names)) expect(table.el.textContent).not.toContain(name);
    expect(table.all("[data-hand-card], [data-draft-card], [data-key]")).toEqual([]);
    await table.press("l");
    await table.press("m");
    expect(menu()).toBeNull();

    await act("ready");
    expect(table.sent.at(-1)).toMatchObject({ kind: "ready" });
    const seen = { ...view.observation!, seat: 1, to_act: 1, hand: "R3 Y9" };
    await table.answer({ ...drop, you: 1, observation: seen, curtain: null, legal: view.legal });
    expect(table.all("[data-hand-card]").map(({ dataset }) => dataset.handCard)).toEqual(["R3", "Y9"]);
    expect(table.all("[aria-pressed='true'][data-hand-card], [data-placed]")).toEqual([]);
    expect(table.find("[data-p10='lay-down-panel']")).toBeNull();
    expect(table.el.innerHTML).not.toContain(SECRET);
    table.say({ kind: "story", rev: table.state.view.rev, lines: [["Ben drew blue 4."]] });
    await table.press("Shift");
    expect(table.el.textContent).toContain("Ben drew blue 4.");
  });

  at("classic-play", "gives the focus to its button, and the hand gets it afterwards", async () => {
    const view = table.state.view;
    table.find("[data-hand-card][tabindex='0']").focus();
    table.write("view", { ...view, observation: null, legal: [], rev: view.rev + 1, curtain: { seat: 1, name: "Ben" }, events: [] });
    await moved();
    expect(document.activeElement).toBe(table.act("ready"));
    await act("ready");
    await table.answer({ you: 1, curtain: null, observation: { ...view.observation!, seat: 1, hand: "Y9" } });
    await moved();
    expect((document.activeElement as HTMLElement).dataset.handCard).toBe("Y9");
  });
});
