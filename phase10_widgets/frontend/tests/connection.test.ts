import { beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE, REPEAT, SILENCE } from "../src/shared/adapter.svelte";
import { ATTENTION, PING_INTERVAL } from "../src/table/state/connection.svelte";
import { at, event, open, settle, table } from "./mounted";
import { blockStorage } from "./page";

const kinds = () => table.sent.map(({ kind }) => kind);
const lost = () => table.find<HTMLElement>("[data-p10='lost']");
const root = () => table.find("[data-p10='table']");
/** Advance the time in small steps, so that the page keeps up. */
async function wait(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}
/** Python answers every ping at once. */
function answerPings() {
  const send = table.model.send.bind(table.model);
  table.model.send = (message: { kind: string; id: string }) => {
    send(message);
    if (message.kind === "ping") table.say({ kind: "pong", id: message.id });
  };
}
const say = async (message: unknown) => {
  table.say(message);
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
});
/** The page is hidden, and sends no pings. */
const hide = () => vi.spyOn(document, "hidden", "get").mockReturnValue(true);
const lose = () => wait(PING_INTERVAL + SILENCE);

describe("the connection to Python", () => {
  at("classic-play", "is checked every two seconds while someone is active", async () => {
    answerPings();
    await wait(3 * PING_INTERVAL);
    expect(kinds()).toEqual(["ping", "ping", "ping"]);
    hide();
    await wait(3 * PING_INTERVAL);
    expect(kinds()).toHaveLength(3);
  });

  at("classic-play", "is not checked after a long idle time, until the first touch, nor once the table is removed", async () => {
    answerPings();
    await wait(PING_INTERVAL);
    vi.setSystemTime(Date.now() + ATTENTION);
    await wait(10 * PING_INTERVAL);
    expect(kinds()).toEqual(["ping"]);
    await table.press("Shift");
    expect(kinds()).toEqual(["ping", "ping"]);
    await table.close();
    await wait(3 * PING_INTERVAL);
    expect(kinds()).toHaveLength(2);
  });

  it("reports a loss within five seconds, whenever Python ends", async () => {
    for (const lived of [10, 1000, PING_INTERVAL - 10, PING_INTERVAL + 10]) {
      await open("classic-play");
      answerPings();
      await wait(lived);
      table.model.send = () => {};
      await lose();
      expect(lost()?.textContent).toContain("Python is not responding");
      expect(PING_INTERVAL + SILENCE).toBeLessThan(5000);
      await table.close();
    }
  });

  at("classic-play", "is back with the first message", async () => {
    await lose();
    expect(root().dataset.lost).toBe("true");
    await say({ kind: "pong", id: "whoever:1" });
    expect(lost()).toBeNull();
    await lose();
    expect(lost()).not.toBeNull();
    await table.happen();
    expect(lost()).toBeNull();
  });

  at("classic/draw-deck", "resends an action, with the same id, if no answer comes, and is lost in the end", async () => {
    hide();
    await table.click('[data-act="draw-deck"]');
    expect(root().dataset.busy).toBe("true");
    await wait(REPEAT);
    expect(kinds()).toEqual(["action", "action"]);
    expect(table.sent[1]).toEqual(table.sent[0]);
    await wait(PATIENCE - REPEAT);
    expect(lost()).not.toBeNull();
    expect(root().dataset.busy).toBe("false");
  });

  at("classic/draw-deck", "resends nothing once a view has arrived, and is lost at once if sending fails", async () => {
    hide();
    await table.click('[data-act="draw-deck"]');
    await wait(REPEAT);
    await table.happen();
    await wait(PATIENCE);
    expect(kinds()).toHaveLength(2);
    expect(lost()).toBeNull();
    table.model.send = () => {
      throw new Error("the kernel is dead");
    };
    await table.click('[data-act="draw-deck"]');
    expect(lost(), "at once if sending fails").not.toBeNull();
  });

  at("masters-choose", "chooses the only phase again after a silence, and only then", async () => {
    hide();
    await table.show({ legal: table.state.view.legal.slice(0, 1) });
    await wait(PATIENCE);
    expect(lost()).not.toBeNull();
    const { id, action } = table.sent[0] as { id: string; action: object };
    expect(new Set(table.sent.map((each) => each.id))).toEqual(new Set([id]));
    await say({ kind: "pong", id: "another:1" });
    expect(lost()).toBeNull();
    expect(table.sent.at(-1)).toMatchObject({ kind: "action", action });
    expect(table.sent.at(-1)!.id).not.toBe(id);
  });

  at("classic-play", "accepts no action while it is lost, and queues none", async () => {
    await table.click('[data-hand-card="B12"]');
    await lose();
    table.sent.splice(0);
    for (const act of ["discard", "save", "lay-down", "aim-hit", "undo", "discard-pile", "pause"]) expect(table.act(act)?.disabled ?? true, act).toBe(true);
    for (const key of ["x", "u", "g", "l", "n"]) await table.press(key);
    expect(table.sent).toEqual([]);
    await say({ kind: "pong", id: "" });
    expect(table.sent).toEqual([]);
    expect(table.act("discard").disabled).toBe(false);
  });

  it.each([
    ["classic/continue", "continue"],
    ["classic/again", "again"],
    ["shared/ready", "ready"],
    ["masters-choose", "choose-phase"],
  ])("%s: “%s” cannot be pressed while it is lost", async (name, act) => {
    await open(name);
    await lose();
    expect(table.all(`[data-act="${act}"]`).length).toBeGreaterThan(0);
    expect(table.all(`[data-act="${act}"]:enabled`)).toEqual([]);
  });

  at("classic-play", "keeps the focus at the table when it is lost and restored", async () => {
    const inside = () => root().contains(document.activeElement) && !(document.activeElement as HTMLButtonElement).disabled;
    table.act("lay-down").focus();
    await lose();
    await wait(0);
    expect(inside()).toBe(true);
    table.act("reload").focus();
    await say({ kind: "pong", id: "" });
    await wait(0);
    expect(inside()).toBe(true);
  });
});

at("classic-play", "the notice advises reloading the page and resuming the stored game, or running a notebook's cell again", async () => {
  await lose();
  expect(table.act("reload")).not.toBeNull();
  expect(lost().textContent).toContain("reload the page");
  expect(lost().textContent).not.toContain("stored");
  await say({ kind: "welcome", id: table.hello[0]!.id, token: "t", offers: [] });
  await lose();
  expect(lost().textContent).toContain("the game is stored");
  expect(lost().textContent).toContain("offer to continue");
  await open("classic-play");
  table.el.classList.add("jp-NotebookPanel");
  await lose();
  expect(table.act("reload")).toBeNull();
  expect(lost().textContent).toContain("run this cell again");
});

describe("unfinished games", () => {
  const offers = [
    { token: "new", text: "Phase 10, round 3, with Ada" },
    { token: "old", text: "Phase 10, round 1, with Ben" },
  ];
  const welcome = (token: string | null, left = offers) => say({ kind: "welcome", id: table.hello[0]!.id, token, offers: left });
  const banner = () => table.find<HTMLElement>("[data-p10='offers']");
  const kept = () => JSON.parse(localStorage.getItem("phase10_widgets") ?? "null") as unknown;

  it("are requested by token; the browser stores five tokens", async () => {
    localStorage.setItem("phase10_widgets", JSON.stringify(["a", "b", "c", "d", "e"]));
    await open("classic-play");
    expect(table.hello[0]).toMatchObject({ kind: "hello", v: 1, tokens: ["a", "b", "c", "d", "e"] });
    await welcome("c", []);
    expect(kept()).toEqual(["c", "a", "b", "d", "e"]);
    await welcome("f", []);
    expect(kept()).toEqual(["f", "c", "a", "b", "d"]);
    expect(banner()).toBeNull();
  });

  it("are empty if storage is blocked or holds something else", async () => {
    blockStorage();
    await open("classic-play");
    expect(table.hello[0]).toMatchObject({ tokens: [] });
    await welcome("f");
    expect(banner()).not.toBeNull();
    await table.close();
    vi.restoreAllMocks();
    for (const odd of ["{", '{"a": 1}', "[1, null]"]) {
      localStorage.setItem("phase10_widgets", odd);
      await open("classic-play");
      expect(table.hello[0]).toMatchObject({ tokens: [] });
      await table.close();
    }
  });

  at("classic-play", "are resumed: they remain on offer if Python refuses one, and the banner closes once it has resumed one", async () => {
    await welcome(null);
    expect(banner().textContent).toContain("round 3, with Ada");
    await table.click('[data-act="resume"]');
    await table.refuse("That game is no longer stored.");
    expect(table.find("[role=alert]").textContent).toContain("no longer stored");
    expect(table.all('[data-act="resume"]')).toHaveLength(2);
    table.act("resume").focus();
    await table.click('[data-act="resume"]');
    expect(table.sent).toMatchObject([{ kind: "resume" }, { kind: "resume", token: "new" }]);
    await table.answer();
    // Python sends this unprompted when another game is played here.
    await say({ kind: "welcome", id: null, token: "new", offers: [] });
    await wait(0);
    expect(banner()).toBeNull();
    expect(kept()).toEqual(["new"]);
    expect(root().contains(document.activeElement)).toBe(true);
  });

  it("are deleted one by one, and the focus moves to the next", async () => {
    localStorage.setItem("phase10_widgets", JSON.stringify(["new", "old"]));
    await open("classic-play");
    await welcome(null);
    table.act("forget").focus();
    await table.click('[data-act="forget"]');
    await wait(0);
    expect(table.sent).toMatchObject([{ kind: "forget", token: "new", tokens: ["old"] }]);
    expect(kept()).toEqual(["old"]);
    expect(document.activeElement).toBe(table.act("forget"));
    await table.click('[data-act="forget"]');
    await wait(0);
    expect(banner()).toBeNull();
    expect((document.activeElement as HTMLElement).dataset.handCard).toBeTruthy();
  });

  at("classic/draw-deck", "are no longer offered once this game is played", async () => {
    await welcome(null);
    await table.press("d");
    expect(banner()).toBeNull();
  });
});

describe("the log", () => {
  const log = () => table.find<HTMLElement>("aside").textContent;

  at("classic/thinking", "replaces the earlier log, and continues from there", async () => {
    await table.happen(event("drawn", { seat: 1, text: "Before." }));
    await say({ kind: "story", rev: table.state.view.rev, lines: [["First.", "Second."], ["Third."]] });
    expect(log()).not.toContain("Before.");
    expect(log()).toContain("Second.");
    await table.happen(event("drawn", { seat: 1, text: "Fourth." }));
    expect(log()).toContain("Third.");
    expect(log()).toContain("Fourth.");
    await say({ kind: "story", rev: table.state.view.rev + 1, lines: [["Once."]] });
    await table.happen(event("drawn", { seat: 1, text: "Once." }));
    expect(log()!.split("Once."), "it arrived before the view").toHaveLength(2);
  });
});
