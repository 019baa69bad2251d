import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { show, type ClassState, type ShownPart } from "../src/class";
import type { LivePoll } from "../src/protocol/rooms_lesson";
import { act, alert, enter, find, press, settle, submit as send } from "./page";

let el: HTMLElement;
let page: ShownPart<ClassState>;
let state: ClassState;
const asked: Record<string, unknown>[] = [];
const play = vi.fn();

const poll = (change: Partial<LivePoll> = {}): LivePoll => ({
  number: 1, question: "03/at-least-one", answer: "chance", digits: true, title: "Lesson 3: At least one wild?", text: "How likely is a wild?", near: "Near is 5 points.", choices: [], cards: [],
  phase: "open", vote: 1, n: 0, of: 5, votes: [], fewest: 3, mistakes: [], truth: null, you: null, pool: null, calibration: null, steps: [], poolable: false, ...change,
}); // prettier-ignore
const counts = (...bins: number[]) => Array.from({ length: 40 }, (_, i) => bins.filter((bin) => bin === i).length);
const dots = { low: 0, high: 1, counts: counts(3, 3, 20, 30), beyond: 0 };
const vote = { n: 4, dots, bars: [], right: null };
const truth = { value: 0.55, choice: "", text: "55.3%", fraction: "", why: "One minus the chance of none." };
const full = (): LivePoll =>
  poll({
    phase: "truth", vote: 2, n: 4, votes: [{ ...vote, right: 1 }, { ...vote, right: 4 }], truth, mistakes: [{ text: "You added.", n: [3, 1] }],
    you: { text: "74%", confidence: 0.8, read: "", came: "It did not come true.", feedback: "You added." },
    pool: { n: 200, people: 4, text: "18% of 200.", value: 0.18, low: 0.1, high: 0.2, dots, path: [[50, 0.2], [100, 0.15], [200, 0.18]], mine: "9 of your 50", more: true },
    calibration: { text: "You made 4 predictions.", bins: [{ n: 4, confidence: 0.7, share: 0.5, low: 0.2, high: 0.8, text: "2 of 4" }] },
  }); // prettier-ignore
const questions = { kind: "questions" as const, lessons: [2, 3].map((number) => ({ number, title: `Title ${number}`, questions: ["a", "b"].map((id) => ({ id: `0${number}/${id}`, goal: `Goal ${id}` })) })) };

const preview = (question: string) => ({ kind: "preview" as const, language: "en", question, answer: "chance" as const, text: `Text of ${question}`, near: "Near is 5 points.", choices: [], cards: [] });

async function open(role: ClassState["role"], found: LivePoll | null, more: Partial<ClassState> = {}) {
  state = { lesson: { kind: "lesson", poll: found, asked: 1 }, questions, preview: null, refusal: "", role, language: "en", tables: [], mayPlay: false, ...more };
  el = document.body.appendChild(document.createElement("main"));
  el.dataset.live = el.dataset.form = "";
  page = show("lesson", el, state, { base: "/", token: "secret", play, ask: (kind, fields) => Boolean(asked.push({ kind, ...fields })) });
  await settle();
}
async function update(change: Partial<LivePoll> | null, more: Partial<ClassState> = {}) {
  state = { ...state, ...more, lesson: { kind: "lesson", asked: 1, poll: change && { ...(state.lesson?.poll ?? poll()), ...change } } };
  page.update(state);
  await settle();
}
const type = (value: string) => enter('[name="answer"]', value);
const sure = () => find<HTMLInputElement>('[data-field="sure"]');
/** Send an answer, with a confidence if none is chosen yet. */
const submit = async () => {
  if (sure()?.hasAttribute("data-unset")) await enter('[data-field="sure"]', "50");
  await send();
};
const given = () => find('[data-p10="given"]').textContent;
const mine = (text: string, more: object = {}) => ({ text, confidence: 0.5, read: "", came: "", feedback: "", ...more });

beforeEach(() => {
  asked.length = 0;
  play.mockClear();
});
const close = () => {
  page.close();
  el.remove();
};
afterEach(close);
afterEach(() => void vi.useRealTimers());

describe("a pupil", () => {
  it("answers with a confidence, sees it accepted, and changes it", async () => {
    await open("guest", poll());
    expect(act("answer").disabled).toBe(true);
    await type(" 74% ");
    await enter('[data-field="sure"]', "80");
    await submit();
    expect(asked).toEqual([{ kind: "predict", text: "74%", confidence: 0.8 }]);
    await update({ n: 1, you: mine("74%", { confidence: 0.8 }) });
    expect(given()).toContain("Your answer: 74%, 80% sure.");
    expect(document.activeElement).toBe(act("change"));
    await press("change");
    expect(document.activeElement).toBe(find('[name="answer"]'));
    await submit();
    expect(find('[data-p10="given"]')).not.toBeNull();
  });

  it("reads why an answer is refused, and can correct it at once", async () => {
    await open("guest", poll());
    for (const typed of ["five", "six"]) {
      await type(typed);
      act("answer").focus();
      await submit();
      expect(act("answer").getAttribute("aria-disabled")).toBe("true");
      await update({ n: 1 }, { refusal: "" });
      expect(act("answer").getAttribute("aria-disabled"), "nobody has answered yet").toBe("true");
      await update({}, { refusal: "I cannot read it." });
      expect(act("answer").getAttribute("aria-disabled"), typed).toBeNull();
      expect(alert()).toContain("I cannot read it.");
      await update({ n: 3 });
      expect(find<HTMLInputElement>('[name="answer"]').value).toBe(typed);
      expect(document.activeElement).toBe(find('[name="answer"]'));
    }
    await type("7%");
    await submit();
    await update({ you: mine("7%") }, { refusal: "" });
    expect(document.activeElement).toBe(act("change"));
  });

  it("can answer again if the service stays silent", async () => {
    vi.useFakeTimers();
    await open("guest", poll());
    await type("7%");
    await submit();
    expect(act("answer").getAttribute("aria-disabled")).toBe("true");
    vi.advanceTimersByTime(6000);
    flushSync();
    expect(act("answer").getAttribute("aria-disabled")).toBeNull();
  });

  it("must choose a confidence without a preset, and gets a numeric keyboard on a phone if digits suffice", async () => {
    await open("guest", poll());
    expect(find<HTMLInputElement>('[name="answer"]').inputMode).toBe("decimal");
    await type("74%");
    expect(sure().getAttribute("aria-valuetext")).toBe("not chosen yet");
    await send();
    expect(asked).toEqual([]);
    expect(alert()).toBe("First choose how sure you are.");
    await submit();
    expect(asked).toEqual([{ kind: "predict", text: "74%", confidence: 0.5 }]);
  });

  it("leads back to the table only while it plays, and requests a deal", async () => {
    await open("guest", poll({ you: mine("1/2") }));
    expect(act("play-on")).toBeNull();
    await update({}, { mayPlay: true });
    await press("play-on");
    expect(play).toHaveBeenCalledOnce();
    await update(full());
    await press("sample");
    expect(asked).toEqual([{ kind: "sample" }]);
    expect(find('[data-p10="pool"]').textContent).toContain("9 of your 50");
  });
});

describe("the results", () => {
  it("are also given in words, and have numbers at every axis", async () => {
    await open("wall", poll({ phase: "shown", votes: [vote] }));
    expect(find('[data-p10="dots"]').getAttribute("aria-label")).toBe("4 answers. Half of them are from 7.5% to 52.5%.");
    await update({ votes: [{ n: 2, dots: null, bars: [], right: null }] });
    expect(find('[data-p10="vote"]').textContent, "too few for a picture").toContain("at least 3 answers");
    await update(full());
    expect(find('[data-p10="mistakes"]').textContent).toContain("3 of you → 1 of you: You added.");
    expect(find('[data-p10="calibration"]').textContent).toContain("70% sure: 2 of 4 came true");
    const words = (name: string) => [...find(`[data-p10="${name}"]`).querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(words("dots")).toEqual(["0%", "20%", "40%", "60%", "80%", "100%"]);
    expect(words("path")).toEqual(["20%", "40%", "0", "50", "100", "150", "200"]);
    close();
    const half = { ...dots, low: -2, high: 2 };
    const { pool } = full();
    await open("wall", poll({ answer: "number", phase: "shown", votes: [{ ...vote, dots: half }], pool: { ...pool!, dots: half, path: [[1000, 2.5], [20000, 2.5]] } }));
    expect(words("dots")).toEqual(["-2.0", "-1.5", "-1.0", "-0.5", "0.0", "0.5", "1.0", "1.5", "2.0"]);
    expect(words("path")).toEqual(["2.4", "2.6", "0", "5,000", "10,000", "15,000", "20,000"]);
  });
});

describe("the host", () => {
  it("receives the questions once, sees the number of answers, and can ask about a hand once a game has begun", async () => {
    const requests = () => asked.filter(({ kind }) => kind === "questions").length;
    await open("host", null);
    for (let n = 0; n < 3; n++) await update(null, { questions: structuredClone(questions) });
    expect(requests(), "an answer does not cause another request").toBe(1);
    await update(null, { language: "de" });
    await vi.waitFor(() => expect(requests(), "the service sends their goals as text").toBe(2));
    await update(null, { language: "en" });
    await enter('[data-field="question"]', "03/b");
    await update(null, { preview: preview("03/b") });
    await press("ask");
    expect(asked.at(-1)).toEqual({ kind: "ask", question: "03/b", pause: true });
    vi.useFakeTimers();
    await update({ steps: ["closed"] });
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(find('[data-p10="count"]').textContent).toContain("0 of 5 have answered");
    await press("finish");
    await update(null);
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(document.activeElement).toBe(act("ask"));
    expect(act("snapshot"), "no game has begun").toBeNull();
    await update(null, { tables: [2, 3] });
    await press("snapshot");
    expect(asked.at(-1)).toEqual({ kind: "snapshot", table: 2, pause: true });
  });

  it("sees a question as the class will, before it can be asked", async () => {
    vi.useFakeTimers();
    await open("host", null);
    const shown = () => find('[data-p10="preview"]').textContent;
    await enter('[data-field="question"]', "03/b");
    await press("ask");
    vi.advanceTimersByTime(300);
    flushSync();
    expect(asked.filter(({ kind }) => kind !== "questions"), "only the one chosen last").toEqual([{ kind: "preview", question: "03/b" }]);
    await update(null, { preview: preview("03/a") });
    expect(shown()).toContain("One moment");
    await update(null, { preview: { ...preview("03/b"), answer: "choice" as never, choices: [{ id: "x", text: "The first" }, { id: "y", text: "The second" }] } });
    expect(shown()).toContain("Text of 03/b");
    expect([...find('[data-p10="preview"]').querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual(["The first", "The second"]);
    await press("ask");
    expect(asked.at(-1)).toEqual({ kind: "ask", question: "03/b", pause: true });
  });

  it("has one next step, and a second press skips none", async () => {
    vi.useFakeTimers();
    await open("host", poll({ steps: ["closed"] }));
    const later = () => (vi.advanceTimersByTime(1000), flushSync());
    const primary = () => [...document.querySelectorAll<HTMLElement>(".play")].map(({ dataset }) => dataset.act);
    later();
    expect(primary()).toEqual(["step-closed"]);
    await press("step-closed");
    await update({ phase: "closed", steps: ["shown", "truth", "open"] });
    expect(primary()).toEqual(["step-shown"]);
    await press("step-shown");
    expect(asked.filter(({ kind }) => kind === "phase"), "it came too soon").toEqual([{ kind: "phase", phase: "closed" }]);
    later();
    await press("step-shown");
    expect(asked.at(-1)).toEqual({ kind: "phase", phase: "shown" });
    expect(find<HTMLDetailsElement>('[data-p10="other-steps"]').open).toBe(false);
    await update({ phase: "truth", steps: [] });
    expect(primary()).toEqual(["finish"]);
  });

  it("reads that a file could not be loaded", async () => {
    vi.stubGlobal("fetch", async () => new Response("x", { status: 403 }));
    await open("host", null);
    await press("file-page");
    await settle();
    expect(alert()).toContain("could not be loaded");
  });
});
