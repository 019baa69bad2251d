import { afterEach, describe, expect, it, vi } from "vitest";
import { about as setupAbout } from "../../../tests/golden/setup.json";
import type { DealOver } from "../src/protocol/deal";
import type { TableState } from "../src/protocol/table";
import { dayBefore, streakOf } from "../../server/templates/pages/static/days.js";
import type { Outcome } from "../src/deal/attempts";
import { get, put } from "../src/deal/device";
import { pageLink, share, shareText } from "../src/deal/share";
import { picture } from "../src/deal/picture";
import setup from "../src/setup";
import table from "../src/table";
import { goldenGames, mounted, sample } from "./mounted";

const DEAL: DealOver = {
  own: { rounds: [true, false, true], place: 1, phases: 2, score: 35 },
  friend: null,
  expert: { rounds: [true, true], place: 2, phases: 2, score: 1 },
  portraits: [{ name: "owl", path: "M1 1h2" }],
  text: "You did better than the expert with the same cards.",
  verdict: "I beat the expert!",
  hints: 2,
  next: "The next deal: Phase 10 Flip!, about 3 minutes.",
};
const OUTCOME: Outcome = { edition: "Phase 10", own: DEAL.own, expert: DEAL.expert, hints: 2, verdict: DEAL.verdict };
const TOLD = { day: "2026-11-23", outcome: OUTCOME, first: true, streak: 4, link: "https://example.org/app" };

afterEach(() => {
  delete document.body.dataset.voila;
  history.replaceState(null, "", "/");
});

it.each([
  ["2026-11-23", "2026-11-22"],
  ["2027-01-01", "2026-12-31"],
  ["2028-03-01", "2028-02-29"],
  ["2027-03-01", "2027-02-28"],
])("The date before %s is %s", (day, before) => expect(dayBefore(day)).toBe(before));

it.each([
  [[], 0, "nothing played"],
  [["2026-11-23"], 1, "today"],
  [["2026-11-22"], 1, "yesterday: today's deal can still be played"],
  [["2026-11-21"], 0, "yesterday was missed"],
  [["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"], 4, "four in a row"],
  [["2026-11-19", "2026-11-21", "2026-11-22"], 2, "days before the gap do not count"],
  [["2026-11-23", "2026-11-24"], 1, "a later day, from a wrong clock, does not count"],
])("A streak: of %j is %i (%s)", (days, n) => {
  expect(streakOf(new Set(days), "2026-11-23")).toBe(n);
});

describe("the text for others", () => {
  it("gives the result by round, the number of hints, and a note on a repeated attempt", () => {
    expect(shareText(TOLD)).toBe(
      "Phase 10, deal of the day, Nov 23, 2026\nI beat the expert!\nMe 🟩⬜🟩 first, 35 points\nExpert 🟩🟩 second, 1 point\nWith 2 hints · Streak: 4 days\nhttps://example.org/app",
    );
    const words = shareText({ ...TOLD, outcome: { ...OUTCOME, hints: 0 }, first: false });
    expect(words).toContain("\nWithout hints · not the first attempt\n");
    expect(words).not.toContain("Streak");
  });

  it("of a challenge has no date or streak, and no link if the challenge has none", () => {
    expect(shareText({ ...TOLD, link: "" }).endsWith("Streak: 4 days")).toBe(true);
    const words = shareText({ ...TOLD, day: "" });
    expect(words.split("\n")[0]).toBe("Phase 10, a challenge");
    expect(words).not.toMatch(/Streak|2026/);
  });
});

describe("the picture for others", () => {
  it("shows faces, the verdict, squares and results, and nothing from which a card follows", async () => {
    const written: string[] = [];
    const on = { fillText: (words: string) => written.push(words), beginPath() {}, roundRect: vi.fn(), fill() {}, stroke: vi.fn(), setTransform() {}, resetTransform() {} };
    const Drawn = vi.fn(class {});
    vi.stubGlobal("Path2D", Drawn);
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(on as never);
    vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["png"])));
    const friend = { name: "Anna", rounds: [false], place: 3, phases: 0, score: 90 };
    const file = await picture({ ...TOLD, outcome: { ...OUTCOME, friend } }, ["M1 1h2", "M3 3h2", "M5 5h2"].map((path) => ({ path, color: "#abcdef" })));
    expect(file?.name).toBe("phase10.png");
    expect(written).toEqual(["Phase 10, deal of the day, Nov 23, 2026", "I beat the expert!", "Me", "first · 2 phases · 35 points", "Anna", "third · 0 phases · 90 points", "Expert", "second · 2 phases · 1 point", "With 2 hints · Streak: 4 days · localhost:3000"]);
    const [ground, perPlayer] = [1, 2]; // a panel, and the circle behind the face
    expect(on.roundRect).toHaveBeenCalledTimes(ground + 3 * perPlayer + OUTCOME.own.rounds.length + 1 + OUTCOME.expert.rounds.length);
    expect(Drawn.mock.calls).toEqual([["M1 1h2"], ["M3 3h2"], ["M5 5h2"]]);
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    expect(await picture(TOLD, [])).toBeNull();
  });
});

describe("sharing", () => {
  const pointer = (coarse: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: coarse, addEventListener() {}, removeEventListener() {} }));

  it.each(["done", "closed"])("opens the device's own dialog on a touch screen, and copies nothing when it is %s", async (way) => {
    pointer(true);
    const [asked, writeText] = [vi.fn(() => (way === "done" ? Promise.resolve() : Promise.reject(new DOMException("", "AbortError")))), vi.fn()];
    vi.stubGlobal("navigator", { share: asked, clipboard: { writeText } });
    expect(await share("words")).toBe("shared");
    expect(asked).toHaveBeenCalledWith({ text: "words" });
    expect(writeText).not.toHaveBeenCalled();
  });

  it("copies the text on other devices, and if the dialog fails", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { share: () => Promise.reject(new DOMException("", "NotAllowedError")), clipboard: { writeText } });
    for (const coarse of [false, true]) {
      pointer(coarse);
      expect(await share("words")).toBe("copied");
    }
    expect(writeText).toHaveBeenCalledTimes(2);
    vi.stubGlobal("navigator", {});
    expect(await share("words"), "a page without a clipboard").toBe("shown");
  });
});

it("a device without a database remembers nothing, without errors", async () => {
  expect(await put("days", "2026-11-23", {})).toBeUndefined();
  expect(await get("days", "2026-11-23")).toBeUndefined();
});

/** The end of a daily deal. */
function finished(first: boolean): TableState {
  const { about, view } = sample(`${goldenGames[0]!}/replay`);
  return { about: { ...about, deal: { key: "2026-11-23", daily: true, first } }, view: { ...view, over: { ...view.over!, deal: DEAL } } };
}

describe("the end of a daily deal", () => {
  it("shows the text to copy if nothing else works", async () => {
    vi.stubGlobal("navigator", { languages: ["en"] });
    const page = await mounted(table, finished(true));
    await page.click('[data-act="share"]');
    await vi.waitFor(() => expect(page.find<HTMLTextAreaElement>('[data-p10="share-text"]').value).toMatch(/^.*deal of the day, Nov 23, 2026\nI beat the expert!\nMe 🟩⬜🟩/));
  });
});

describe("any game", () => {
  it("can be shared as a challenge on its own page, but not in a notebook", async () => {
    const state = structuredClone(sample(`${goldenGames[0]!}/replay`));
    state.view.over!.challenge = "Wzdd";
    const inNotebook = await mounted(table, state);
    expect(inNotebook.act("share")).toBeNull();
    document.body.dataset.voila = "voila";
    const copied: string[] = [];
    vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText: (words: string) => Promise.resolve(copied.push(words)) } });
    const onPage = await mounted(table, state);
    expect(onPage.act("share").textContent).toContain("Challenge a friend");
    await onPage.click('[data-act="share"]');
    await vi.waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toMatch(/: place \d of \d, \d+ points?\. Can you do better with my cards\?\nhttp.*\?challenge=Wzdd$/);
  });
});

const offer = { key: "2026-11-23", edition: "Phase 10", lines: ["About 2 minutes."] };
const screen = (more: object) => mounted(setup as never, { about: { ...structuredClone(setupAbout), ...more }, view: { v: 1, rev: 0, ack: null } });

describe("the setup screen", () => {
  it("sends the device's date and the challenge in its link; on its own page, a shared result links to its day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 23, 0, 5) });
    history.replaceState(null, "", "/?challenge=Wzdd");
    const page = await screen({});
    expect(page.hello[0]).toMatchObject({ kind: "hello", today: "2026-11-23", challenge: "Wzdd" });
    expect(pageLink({ day: "2026-11-20" }), "in a notebook").toBe("");
    document.body.dataset.voila = "";
    expect(pageLink({ day: "2026-11-20" })).toBe(`${location.origin}/?day=2026-11-20`);
  });

  it.each([
    ["2026-11-20", "2026-11-20", "a friend's result leads to its day"],
    ["2026-11-24", "2026-11-23", "no deal is known before its day"],
    ["yesterday", "2026-11-23", "that is not a date"],
  ])("takes %s in its link for %s: %s", async (linked, today) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 23, 12) });
    history.replaceState(null, "", `/?day=${linked}`);
    const page = await screen({});
    expect(page.hello[0]).toMatchObject({ kind: "hello", today });
    await page.close();
  });

  it("requests the new day's deal when the person returns", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 23, 23, 59) });
    const page = await screen({ daily: offer });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(page.sent.filter(({ kind }) => kind === "hello")).toEqual([]);
    vi.setSystemTime(new Date(2026, 10, 24, 0, 1));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(page.sent.at(-1)).toMatchObject({ kind: "hello", today: "2026-11-24" });
  });
});
