// What learners do in a lesson beside answering: guess in a figure, predict an interval, warm up, and write code.

import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CodeView, FigureView, QuestionView } from "../src/protocol/lesson";
import lesson from "../src/lesson";
import { goldenLesson, mounted } from "./mounted";

const settle = async () => {
  flushSync();
  await tick();
};

async function type(input: HTMLInputElement | HTMLTextAreaElement, value: string) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
}

const figure = (change: Partial<FigureView> = {}) => {
  const { demo } = goldenLesson();
  Object.assign(demo.view, change);
  return mounted(lesson, demo);
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

describe("a figure that keeps something", () => {
  it("has the browser store it with what is stored already", async () => {
    const KEY = "phase10_widgets.progress";
    localStorage.setItem(KEY, JSON.stringify({ seed: 1, programs: { "03/hand": { code: "old" } } }));
    const { demo } = goldenLesson();
    const programs = { "12/player": { code: "def mine(): ..." } };
    await mounted(lesson, { ...demo, kept: JSON.stringify({ all: false, progress: { seed: 1, programs } }) });
    await settle();
    expect(JSON.parse(localStorage.getItem(KEY) ?? "{}")).toMatchObject({ programs: { "03/hand": { code: "old" }, ...programs } });
    localStorage.removeItem(KEY);
  });
});

describe("a figure that belongs to a learner", () => {
  const KEY = "phase10_widgets.progress";
  const update = (designs: object) => JSON.stringify({ all: false, progress: { questions: {}, designs } });
  const stored = () => (JSON.parse(localStorage.getItem(KEY)!) as { designs: object }).designs;
  const own = async (kept: string) => mounted(lesson, { ...goldenLesson().demo, kept });
  beforeEach(() => localStorage.clear());

  it("says what the browser stores", async () => {
    localStorage.setItem(KEY, '{"seed": 5}');
    const page = await own("");
    expect(page.hello).toMatchObject([{ kind: "hello", kept: '{"seed": 5}', hands: [] }]);
    expect(localStorage.getItem(KEY)).toBe('{"seed": 5}');
  });

  it("stores what Python sends beside what other boards have stored", async () => {
    localStorage.setItem(KEY, JSON.stringify({ designs: { "capstone/draft": { wilds: 8 }, "capstone/old": { wilds: 1 } } }));
    const page = await own(update({ "capstone/edition": { wilds: 9 }, "capstone/old": null }));
    await settle();
    expect(stored()).toEqual({ "capstone/draft": { wilds: 8 }, "capstone/edition": { wilds: 9 } });
    page.write("kept", update({ "capstone/edition": { wilds: 10 } }));
    await settle();
    expect(stored()).toEqual({ "capstone/draft": { wilds: 8 }, "capstone/edition": { wilds: 10 } });
  });

  it("is the only kind that says so", async () => {
    const page = await figure();
    await settle();
    expect(page.hello).toEqual([]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it("offers its file for download", async () => {
    const page = await own("");
    await page.click("[data-deed='deal'][data-value='100']");
    URL.createObjectURL = () => "blob:design";
    URL.revokeObjectURL = () => {};
    const names: string[] = [];
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    page.say({ kind: "file", id: page.sent.at(-1)!.id as string, name: "phase10-design.json", text: "{}" });
    page.say({ kind: "file", id: "another view:1", name: "other.json", text: "{}" });
    expect(names).toEqual(["phase10-design.json"]);
    clicked.mockRestore();
  });
});

describe("a guess in a figure", () => {
  it("is placed on an axis", async () => {
    const page = await figure();
    const slider = page.find<HTMLInputElement>("[data-field='guess']");
    expect(slider.getAttribute("aria-valuetext")).toBe("not placed yet");
    expect(slider.hasAttribute("data-unset")).toBe(true);
    await page.click("[data-deed='guess']");
    expect(page.sent).toEqual([]);
    expect(page.find("[role='alert']").textContent).toBe("Place your guess on the axis first.");
    await type(slider, "74");
    expect(page.all("[role='alert']")).toEqual([]);
    expect(slider.hasAttribute("data-unset")).toBe(false);
    expect(slider.getAttribute("aria-valuetext")).toBe("74%");
    await page.click("[data-deed='guess']");
    expect(page.sent).toMatchObject([{ kind: "do", name: "guess", value: 74 }]);
  });

  it("is placed in the middle by a press there, or by the space bar", async () => {
    for (const press of [(slider: HTMLElement) => slider.click(), (slider: HTMLElement) => slider.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }))]) {
      const page = await figure();
      press(page.find("[data-field='guess']"));
      await settle();
      await page.click("[data-deed='guess']");
      expect(page.sent).toMatchObject([{ kind: "do", name: "guess", value: 50 }]);
    }
  });

  it("is not placed by a press on its label", async () => {
    const page = await figure();
    page.find("[data-field='guess']").dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 40, clientY: 8 }));
    await settle();
    expect(page.find("[data-field='guess']").hasAttribute("data-unset")).toBe(true);
  });

  it("is one of some choices, and none is chosen before", async () => {
    const options: [string, string][] = [["take", "take the open card"], ["draw", "draw"]]; // prettier-ignore
    const page = await figure({ parts: [{ kind: "guess", prompt: "Which way is better?", place: "This is my guess", reveal: "Show it", field: { field: "list", name: "guess", label: "Your guess", options, value: "" } }] });
    expect(page.all("[data-field='guess']:checked")).toEqual([]);
    await page.click("[data-deed='guess']");
    expect(page.sent).toEqual([]);
    page.find<HTMLInputElement>("[data-field='guess'][value='draw']").click();
    await settle();
    await page.click("[data-deed='guess']");
    expect(page.sent).toMatchObject([{ kind: "do", name: "guess", value: "draw" }]);
  });

  it("can be left out", async () => {
    const page = await figure();
    await page.click("[data-deed='reveal']");
    expect(page.sent).toMatchObject([{ kind: "do", name: "reveal" }]);
  });
});

describe("a predicted interval", () => {
  it("has two ends, and both are needed", async () => {
    const page = await question("interval");
    const [low, high] = page.all("[data-field='guess'], [data-field='upper']") as unknown as HTMLInputElement[];
    await type(low!, " 0.4 ");
    expect(page.act("predict").disabled).toBe(true);
    await type(high!, "0.6");
    page.act("predict").click();
    await settle();
    expect(page.sent).toEqual([]);
    expect(page.find("[role='alert']").textContent).toBe("Choose how sure you are first.");
    await type(page.find<HTMLInputElement>("[data-field='sure']"), "60");
    page.act("predict").click();
    await settle();
    expect(page.sent).toMatchObject([{ kind: "predict", guess: "0.4 to 0.6", confidence: 0.6 }]);
  });

  it("can be changed", async () => {
    const prediction = { guess: "0.4 to 0.6", value: 0.5, low: 0.4, high: 0.6, written: "0.4 to 0.6", confidence: 0.8, sure: "80% sure", came_true: null, said: "" };
    const page = await question("interval", { prediction, open: true });
    page.act("change").click();
    await settle();
    expect((page.all("[data-field='guess'], [data-field='upper']") as unknown as HTMLInputElement[]).map(({ value }) => value)).toEqual(["0.4", "0.6"]);
  });
});

describe("a choice", () => {
  const choices = [{ id: "mia", text: "Mia" }, { id: "you", text: "you" }, { id: "same", text: "the same for both" }];
  const prediction = { guess: "mia", value: null, low: null, high: null, written: "Mia", confidence: 0.9, sure: "90% sure", came_true: null, said: "" };
  const choice = { kind: "choice", interval: false, choices, prediction, open: true, picture: [], sample: null, truth: null } as Partial<QuestionView>;
  const truth = { value: null, written: "you", choice: "you", fraction: "" };
  const options = (page: Awaited<ReturnType<typeof question>>) => page.all("[data-p10='answer'] label").map((label) => label.textContent?.replace(/\s+/g, " ").trim());

  it("marks nothing before the outcome is known", async () => {
    const page = await question("interval", { ...choice, outcome: "wrong", typed: "mia" });
    expect(options(page)).toEqual(["Mia", "you", "the same for both"]);
  });

  it("has the guess and the right answer marked in words afterwards", async () => {
    const page = await question("interval", { ...choice, truth });
    expect(options(page)).toEqual(["Mia your guess, 90% sure", "you the right answer", "the same for both"]);
    expect(page.all("[data-right]").length).toBe(1);
  });

  it("marks a right guess twice, and no guess if there was none", async () => {
    const right = await question("interval", { ...choice, truth, prediction: { ...prediction, guess: "you" } });
    expect(options(right)[1]).toBe("you your guess, 90% sure the right answer");
    const none = await question("interval", { ...choice, truth, prediction: null });
    expect(options(none)).toEqual(["Mia", "you the right answer", "the same for both"]);
  });
});

describe("a guess without trials", () => {
  it("is drawn beside the truth, below the answer", async () => {
    const bars = goldenLesson().demo.view.parts.filter(({ kind }) => kind === "bars").slice(0, 1);
    const page = await question("interval", { open: true, sample: null, picture: bars });
    expect(page.all("[data-p10='answer'] ~ [data-part='bars'], [data-p10='answer'] ~ * [data-part='bars']").length).toBe(1);
    const silent = await question("interval", { open: true, sample: null, picture: [] });
    expect(silent.all("[data-part='bars']").length).toBe(0);
  });
});

describe("a warm-up", () => {
  it("asks for no prediction, and leads from question to question", async () => {
    const page = await question("recall", { recall: { at: 0, done: ["right", "not attempted", "not attempted"] } });
    expect(page.find("[data-p10='predict']")).toBeNull();
    expect(page.all("[data-act='turn-to']").map((button) => button.getAttribute("aria-label"))).toEqual(["Question 1, right", "Question 2", "Question 3"]);
    expect(page.find("[data-act='turn-to'][aria-current]").textContent).toBe("1 ✓");
    page.act("next").click();
    await settle();
    expect(page.sent).toMatchObject([{ kind: "turn_to", at: 1 }]);
  });

  it("does not hurry anybody on", async () => {
    const page = await question("recall", { recall: { at: 0, done: ["wrong", "right"] } });
    expect(page.act("next")).toBeNull();
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

  it("is run as it stands", async () => {
    const page = await code();
    expect(box(page).value).toContain("return ___");
    await type(box(page), "def lucky(random):\n    return True\n");
    await page.click("[data-act='run']");
    expect(page.sent).toMatchObject([{ kind: "run", code: "def lucky(random):\n    return True\n" }]);
  });

  it("runs with Shift+Enter, and no key reaches the notebook", async () => {
    const page = await code();
    let heard = 0;
    document.body.addEventListener("keydown", () => heard++, { once: true });
    await press(page, "Enter", { shiftKey: true });
    expect(page.sent).toMatchObject([{ kind: "run" }]);
    expect(heard).toBe(0);
  });

  it("keeps the indentation, and goes deeper after a colon", async () => {
    const page = await code();
    await type(box(page), "def lucky(random):");
    box(page).setSelectionRange(18, 18);
    await press(page, "Enter");
    expect(box(page).value).toBe("def lucky(random):\n    ");
    await press(page, "Backspace");
    expect(box(page).value).toBe("def lucky(random):\n");
    await type(box(page), "    x = 1");
    box(page).setSelectionRange(9, 9);
    await press(page, "Enter");
    expect(box(page).value).toBe("    x = 1\n    ");
  });

  it("leaves Tab to whoever has no mouse", async () => {
    const page = await code();
    expect((await press(page, "Tab")).defaultPrevented).toBe(false);
  });

  it("is not overwritten by the answer to it, but by a fresh start", async () => {
    const page = await code();
    await type(box(page), "def lucky(random):\n    return 1\n");
    await page.click("[data-act='run']");
    await page.answer({ code: "def lucky(random):\n    return 1\n", outcome: "wrong", feedback: "No." } as never);
    expect(box(page).value).toContain("return 1");
    expect(page.find("[data-p10='feedback']").textContent).toBe("No.");
    page.act("renew").click();
    await settle();
    await page.answer({ code: "fresh", outcome: "not attempted", feedback: "" } as never);
    expect(box(page).value).toBe("fresh");
  });

  it("shows what it printed", async () => {
    const page = await code({ printed: "a hand\n" });
    expect(page.find(".printed pre").textContent).toBe("a hand\n");
  });

  it("is changed in the cell where there is one", async () => {
    const page = await code({ runs: "cell" });
    expect(box(page)).toBeNull();
    expect(page.el.textContent).toContain("Change lucky in the cell above");
  });

  it("is chosen where none can be run", async () => {
    const choices = [{ id: "one", code: "return 1" }, { id: "right", code: "return 2" }]; // prettier-ignore
    const page = await code({ runs: "nowhere", choices });
    expect(page.find<HTMLButtonElement>("[data-act='check']").disabled).toBe(true);
    page.find<HTMLInputElement>("[value='right']").click();
    await settle();
    await page.click("[data-act='check']");
    expect(page.sent).toMatchObject([{ kind: "choose_program", program: "right" }]);
  });

  describe("in a browser with Python", () => {
    class FakeWorker {
      static made: FakeWorker[] = [];
      static starts = true;
      onmessage: ((event: { data: string }) => void) | null = null;
      onerror: (() => void) | null = null;
      terminated = false;
      asked: string[] = [];
      constructor() {
        FakeWorker.made.push(this);
        queueMicrotask(() => this.onmessage?.({ data: FakeWorker.starts ? "ready" : "ended" }));
      }
      postMessage(text: string) {
        this.asked.push(text);
      }
      terminate() {
        this.terminated = true;
      }
    }
    let n = 0;
    const inBrowser = async () => {
      const page = await code({ runs: "browser", worker: `/python/${n++}.mjs`, seed: 7 });
      page.act("run").click();
      await settled();
      return page;
    };
    const settled = async () => {
      for (let i = 0; i < 10; i++) await settle();
    };
    beforeEach(() => {
      FakeWorker.made = [];
      FakeWorker.starts = true;
      vi.stubGlobal("Worker", FakeWorker);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });

    it("runs there, and Python judges the report", async () => {
      const page = await inBrowser();
      const [worker] = FakeWorker.made;
      expect(JSON.parse(worker!.asked[0]!)).toMatchObject({ name: "lucky", seed: 7 });
      expect(page.find<HTMLButtonElement>("[data-act='run']").textContent).toBe("Running …");
      worker!.onmessage!({ data: '{"trials": 10, "total": 5}' });
      await settled();
      expect(page.sent).toMatchObject([{ kind: "report", report: { trials: 10, total: 5 } }]);
    });

    it("is ended after five seconds, and starts anew for the next run", async () => {
      const page = await inBrowser();
      vi.advanceTimersByTime(5000);
      await settled();
      expect(FakeWorker.made[0]!.terminated).toBe(true);
      expect(page.sent).toMatchObject([{ kind: "report", report: { fault: "time" } }]);
      await page.answer({});
      page.act("run").click();
      await settled();
      expect(FakeWorker.made).toHaveLength(2);
    });

    it("says so where Python does not start", async () => {
      FakeWorker.starts = false;
      const page = await inBrowser();
      expect(page.sent).toEqual([]);
      expect(page.find("[data-p10='editor'] .hint").textContent).toContain("does not start in this browser");
      expect(page.find<HTMLButtonElement>("[data-act='run']").disabled).toBe(false);
    });
  });

  it("has hints one by one, and a solution", async () => {
    const page = await code({ hints: ["First."], hints_of: 3 });
    expect(page.find("[data-p10='hint']").textContent).toBe("Hint 1 of 3. First.");
    page.act("hint").click();
    await settle();
    expect(page.sent).toMatchObject([{ kind: "hint" }]);
    expect(page.find("[data-p10='solution']")).toBeNull();
  });
});
