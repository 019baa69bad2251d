// Learners' activities other than answering: guess in a figure, predict an interval, warm up, and write code.

import { describe, expect, it, vi } from "vitest";
import type { FigureState, FigureView } from "../src/protocol/figures";
import type { CodeView, QuestionView } from "../src/protocol/learner";
import { BrowserPython, LIMIT } from "../src/learner/code/browser-python";
import lesson from "../src/lesson";
import { FakeWorker } from "./fake-worker";
import { goldenLesson, mounted, settle, shape } from "./mounted";

const KEY = "phase10_widgets.progress";
const stored = () => JSON.parse(localStorage.getItem(KEY)!) as Record<string, unknown>;
/** A figure with controls and a guess, without its charts, which are slow to draw. */
const figure = (change: Partial<FigureView> = {}, more: Partial<FigureState> = {}) => {
  const { demo } = goldenLesson();
  const parts = demo.view.parts.filter(({ kind }) => ["controls", "guess"].includes(kind));
  return mounted(lesson, { ...demo, view: { ...demo.view, parts, ...change }, ...more });
};
const question = (name: "interval" | "recall", change: Partial<QuestionView> = {}) => {
  const state = goldenLesson()[name];
  Object.assign(state.view, change);
  return mounted(lesson, state);
};
const code = (change: Partial<CodeView> = {}) => {
  const { code: state } = goldenLesson();
  Object.assign(state.view, { runs: "kernel", ...change });
  return mounted(lesson, state);
};

describe("a figure that belongs to a learner", () => {
  const update = (designs: object) => JSON.stringify({ all: false, progress: { questions: {}, designs } });
  const own = (kept: string) => figure({}, { kept });

  it("sends what the browser stores, unlike other figures", async () => {
    await figure();
    await settle();
    expect(localStorage.getItem(KEY)).toBeNull();
    localStorage.setItem(KEY, '{"seed": 5}');
    expect((await figure()).hello).toEqual([]);
    expect((await own("")).hello).toMatchObject([{ kind: "hello", kept: '{"seed": 5}', hands: [] }]);
    expect(localStorage.getItem(KEY)).toBe('{"seed": 5}');
  });

  it("stores its programs beside those already in the browser", async () => {
    localStorage.setItem(KEY, JSON.stringify({ seed: 1, programs: { "03/hand": { code: "old" } } }));
    const programs = { "12/player": { code: "def mine(): ..." } };
    await own(JSON.stringify({ all: false, progress: { seed: 1, programs } }));
    await settle();
    expect(stored()).toMatchObject({ programs: { "03/hand": { code: "old" }, ...programs } });
  });

  it("stores Python's data beside that of other boards", async () => {
    localStorage.setItem(KEY, JSON.stringify({ designs: { "capstone/draft": { wilds: 8 }, "capstone/old": { wilds: 1 } } }));
    const page = await own(update({ "capstone/edition": { wilds: 9 }, "capstone/old": null }));
    await settle();
    expect(stored().designs).toEqual({ "capstone/draft": { wilds: 8 }, "capstone/edition": { wilds: 9 } });
    page.write("kept", update({ "capstone/edition": { wilds: 10 } }));
    await settle();
    expect(stored().designs).toEqual({ "capstone/draft": { wilds: 8 }, "capstone/edition": { wilds: 10 } });
  });
});

describe("a guess in a figure", () => {
  it("can be skipped", async () => {
    const page = await figure();
    await page.click("[data-deed='reveal']");
    expect(page.sent).toMatchObject([{ kind: "do", name: "reveal" }]);
  });

  it.each([
    ["a press there", new MouseEvent("click", { bubbles: true }), [{ kind: "do", name: "guess", value: 50 }]],
    ["the space bar", new KeyboardEvent("keydown", { key: " ", bubbles: true }), [{ kind: "do", name: "guess", value: 50 }]],
    ["no press on its label", new MouseEvent("click", { bubbles: true, clientX: 40, clientY: 8 }), []],
  ])("is placed in the middle by %s", async (_, event, sent) => {
    const page = await figure();
    page.find("[data-field='guess']").dispatchEvent(event);
    await settle();
    await page.click("[data-deed='guess']");
    expect(page.sent).toMatchObject(sent);
  });

  it("is one of several choices, without a preset", async () => {
    const options: [string, string][] = [["take", "take the face-up card"], ["draw", "draw"]]; // prettier-ignore
    const page = await figure({ parts: [{ kind: "guess", prompt: "Which way is better?", place: "This is my guess", reveal: "Show it", field: { field: "list", name: "guess", label: "Your guess", options, value: "" } }] });
    expect(page.all("[data-field='guess']:checked")).toEqual([]);
    await page.click("[data-deed='guess']");
    expect(page.sent).toEqual([]);
    await page.click("[data-field='guess'][value='draw']");
    await page.click("[data-deed='guess']");
    expect(page.sent).toMatchObject([{ kind: "do", name: "guess", value: "draw" }]);
  });
});

describe("an expression", () => {
  const math = () => goldenLesson().recall.view.reading.math;

  it("is typeset from what Python read, and said by a screen reader", async () => {
    const { reading } = goldenLesson().recall.view;
    const page = await question("recall", { typed: reading.typed });
    const shown = page.find("[data-p10='reading']");
    expect(shown.querySelector(".sr")!.textContent).toBe("Read as 1 minus 100 choose 8 divided by 106 choose 8: 38.3%.");
    expect(shown.querySelector("math")!.closest("[aria-hidden='true']")).not.toBeNull();
    const bars = [...shown.querySelectorAll("math mfrac")];
    expect(bars.map((bar) => bar.getAttribute("linethickness"))).toEqual([null, "0", "0"]);
    expect(new Set(bars.map(({ namespaceURI }) => namespaceURI))).toEqual(new Set(["http://www.w3.org/1998/Math/MathML"]));
    expect(shown.querySelector("math")!.textContent!.replace(/\s/g, "")).toContain("1−(1008)(1068)≈38.3%");
  });

  it("is sent to be read after a pause in typing, and once only", async () => {
    vi.useFakeTimers();
    const page = await question("recall");
    await page.enter("[data-field='answer']", "1 - C(1");
    await page.enter("[data-field='answer']", "1 - C(100, 8)/C(106, 8)");
    expect(page.sent).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(shape(page.sent[0]!)).toEqual(shape(goldenLesson().messages.at(-1)!));
    expect(page.sent).toHaveLength(1);
    vi.useRealTimers();
  });

  it("is typed with keys that a phone's keyboard hides", async () => {
    const page = await question("recall", { reading: { typed: "", said: "", math: math() } });
    const field = page.find<HTMLInputElement>("[data-field='answer']");
    for (const key of ["C", ",", ")", "!"]) await page.click(`[data-key='${key}']`);
    expect(field.value).toBe("C(,)!");
    field.setSelectionRange(2, 2);
    await page.click("[data-key='^']");
    expect([field.value, field.selectionStart]).toEqual(["C(^,)!", 3]);
  });
});

describe("a predicted interval", () => {
  it("has two required ends, which can be changed", async () => {
    const page = await question("interval");
    await page.enter("[data-field='guess']", " 0.4 ");
    expect(page.act("predict").disabled).toBe(true);
    await page.enter("[data-field='upper']", "0.6");
    await page.click("[data-act='predict']");
    expect(page.sent).toEqual([]);
    expect(page.find("[role='alert']").textContent).toBe("First choose how sure you are.");
    await page.enter("[data-field='sure']", 60);
    await page.click("[data-act='predict']");
    expect(page.sent).toMatchObject([{ kind: "predict", guess: "0.4 to 0.6", confidence: 0.6 }]);
    const prediction = { guess: "0.4 to 0.6", value: 0.5, low: 0.4, high: 0.6, written: "0.4 to 0.6", confidence: 0.8, sure: "80% sure", came_true: null, said: "" };
    const given = await question("interval", { prediction, open: true });
    await given.click("[data-act='change']");
    expect(given.all("[data-field='guess'], [data-field='upper']").map(({ value }) => value)).toEqual(["0.4", "0.6"]);
  });
});

describe("a choice", () => {
  const choices = [{ id: "mia", text: "Mia" }, { id: "you", text: "you" }, { id: "same", text: "the same for both" }];
  const prediction = { guess: "mia", value: null, low: null, high: null, written: "Mia", confidence: 0.9, sure: "90% sure", came_true: null, said: "" };
  const choice = { kind: "choice", interval: false, choices, prediction, open: true, picture: [], sample: null, truth: null } as Partial<QuestionView>;
  const truth = { value: null, written: "you", choice: "you", fraction: "" };

  it.each([
    ["nothing before the outcome is known", { outcome: "wrong", typed: "mia" }, ["Mia", "you", "the same for both"]],
    ["the guess and the right answer afterwards", { truth }, ["Mia your guess, 90% sure", "you the right answer", "the same for both"]],
    ["a right guess twice", { truth, prediction: { ...prediction, guess: "you" } }, ["Mia", "you your guess, 90% sure the right answer", "the same for both"]],
    ["no guess if there was none", { truth, prediction: null }, ["Mia", "you the right answer", "the same for both"]],
  ] as [string, Partial<QuestionView>, string[]][])("has %s marked in words", async (_, change, options) => {
    const page = await question("interval", { ...choice, ...change });
    expect(page.all("[data-p10='answer'] label").map((label) => label.textContent?.replace(/\s+/g, " ").trim())).toEqual(options);
    expect(page.all("[data-right]")).toHaveLength(change.truth ? 1 : 0);
  });
});

describe("code", () => {
  const box = (page: Awaited<ReturnType<typeof code>>) => page.find<HTMLTextAreaElement>("[data-field='code']");
  const press = async (page: Awaited<ReturnType<typeof code>>, key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    box(page).dispatchEvent(event);
    await settle();
    return event;
  };

  it("is run unchanged, also with Shift+Enter, and no key reaches the notebook", async () => {
    const page = await code();
    expect(box(page).value).toContain("return ___");
    await page.enter("[data-field='code']", "def lucky(random):\n    return True\n");
    await page.click("[data-act='run']");
    expect(page.sent).toMatchObject([{ kind: "run", code: "def lucky(random):\n    return True\n" }]);
    await page.answer();
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard, { once: true });
    await press(page, "Enter", { shiftKey: true });
    expect(page.sent.slice(1)).toMatchObject([{ kind: "run" }]);
    expect(heard).not.toHaveBeenCalled();
    expect((await press(page, "Tab")).defaultPrevented, "for those without a mouse").toBe(false);
  });

  it("keeps the indentation, and indents after a colon", async () => {
    const page = await code();
    await page.enter("[data-field='code']", "def lucky(random):");
    box(page).setSelectionRange(18, 18);
    await press(page, "Enter");
    expect(box(page).value).toBe("def lucky(random):\n    ");
    await press(page, "Backspace");
    expect(box(page).value).toBe("def lucky(random):\n");
    await page.enter("[data-field='code']", "    x = 1");
    box(page).setSelectionRange(9, 9);
    await press(page, "Enter");
    expect(box(page).value).toBe("    x = 1\n    ");
  });

  it("is not overwritten by its answer, but by a fresh start", async () => {
    const page = await code();
    await page.enter("[data-field='code']", "def lucky(random):\n    return 1\n");
    await page.click("[data-act='run']");
    await page.answer({ code: "def lucky(random):\n    return 1\n", outcome: "wrong", feedback: "No." });
    expect(box(page).value).toContain("return 1");
    expect(page.find("[data-p10='feedback']").textContent).toBe("No.");
    await page.click("[data-act='renew']");
    await page.answer({ code: "fresh", outcome: "not attempted", feedback: "" });
    expect(box(page).value).toBe("fresh");
  });

  it("is changed in the cell if there is one, and chosen if none can run", async () => {
    const cell = await code({ runs: "cell" });
    expect(box(cell)).toBeNull();
    expect(cell.el.textContent).toContain("Change lucky in the cell above");
    const choices = [{ id: "one", code: "return 1" }, { id: "right", code: "return 2" }]; // prettier-ignore
    const page = await code({ runs: "nowhere", choices });
    expect(page.act("check").disabled).toBe(true);
    await page.click("[value='right']");
    await page.click("[data-act='check']");
    expect(page.sent).toMatchObject([{ kind: "choose_program", program: "right" }]);
  });

  it("reports if Python does not start in the browser", async () => {
    FakeWorker.all = [];
    vi.stubGlobal("Worker", FakeWorker);
    const page = await code({ runs: "browser", worker: "/python/worker.mjs", seed: 7 });
    await page.click("[data-act='run']");
    expect(page.act("run").textContent).toBe("Starting Python …");
    await vi.waitFor(() => expect(FakeWorker.all).toHaveLength(1));
    FakeWorker.last.posts("ended");
    await vi.waitFor(() => expect(page.find("[data-p10='editor'] .hint").textContent).toContain("cannot start in this browser"));
    expect(page.sent).toEqual([]);
    expect(page.act("run").disabled).toBe(false);
  });

  it("waits for code on a slow device as long as it makes progress", async () => {
    FakeWorker.all = [];
    vi.stubGlobal("Worker", FakeWorker);
    vi.useFakeTimers();
    const run = async (...posts: (string | object)[]) => {
      const found = new BrowserPython("/python/slow.mjs").run({ source: "", name: "lucky", trials: 50, seed: 7 });
      await vi.advanceTimersByTimeAsync(0);
      FakeWorker.last.posts("ready");
      for (const each of posts) {
        await vi.advanceTimersByTimeAsync(LIMIT - 1000);
        FakeWorker.last.posts(each);
      }
      await vi.advanceTimersByTimeAsync(LIMIT);
      return await found;
    };
    const report = { trials: 50, total: 20, squares: 20, kind: "chance" };
    expect(await run("running", "running", "running", report)).toEqual(report);
    expect(await run("running")).toEqual({ fault: "time" });
    expect(await run(...Array.from({ length: 100 }, () => "running"))).toEqual({ fault: "time" });
    vi.useRealTimers();
  });

  it("shows its output, and gives hints one by one before a solution", async () => {
    const page = await code({ hints: ["First."], hints_of: 3, printed: "a hand\n" });
    expect(page.find(".printed pre").textContent).toBe("a hand\n");
    expect(page.find("[data-p10='hint']").textContent).toBe("Hint 1 of 3. First.");
    await page.click("[data-act='hint']");
    expect(page.sent).toMatchObject([{ kind: "hint" }]);
    expect(page.find("[data-p10='solution']")).toBeNull();
  });
});
