import { describe, expect, it } from "vitest";
import type { FigureView, Part } from "../src/protocol/figures";
import { firstKeys, keysOf } from "../src/figures/links.svelte";
import { wrapped } from "../src/figures/charts/roles";
import { decades, linear, logarithmic, nice, path, ticks } from "../src/figures/charts/scales";
import { namesOf } from "../src/figures/charts/units";
import lesson from "../src/lesson";
import { notebookAddress } from "../src/learner/notebook-address";
import { goldenLesson, mounted, shape } from "./mounted";

type Page = Awaited<ReturnType<typeof open>>;
const open = (change: Partial<FigureView> = {}) => {
  const { demo } = goldenLesson();
  Object.assign(demo.view, change);
  return mounted(lesson, demo);
};
const { demo, messages } = goldenLesson();
const part = <K extends Part["kind"]>(kind: K) => demo.view.parts.find((each) => each.kind === kind) as Part & { kind: K };

let page: Page;
/** A test that begins at the figure. */
const figure = (promise: string, test: () => Promise<void>) =>
  it(promise, async () => {
    page = await open();
    await test();
  });

describe("a figure", () => {
  figure("shows its parts in order, every chart with its description and its numbers", async () => {
    expect(page.all("[data-part]").map(({ dataset }) => dataset.part)).toEqual(demo.view.parts.map(({ kind }) => kind));
    const drawn = page.all("figure svg[role='img']");
    expect(drawn.map((svg) => svg.getAttribute("aria-label"))).toEqual(demo.view.parts.flatMap((each) => (["bars", "lines", "units"].includes(each.kind) ? (each as { label: string }).label : [])));
    for (const svg of drawn) expect(page.find(`#${svg.getAttribute("aria-details")} table`)).not.toBeNull();
    expect(page.all("[data-part='cards'] [role='img']")[1]!.getAttribute("aria-label")).toBe("red 5, blue 5, green 5");
    const hands = page.all("[data-part='tree'] [role='treeitem'] [role='img']");
    const read = hands.map((hand) => [hand.getAttribute("aria-label"), hand.querySelectorAll("[data-face]").length]);
    expect(read).toEqual([["wild, wild", 2], ["wild, red 5", 2]]);
  });

  figure("has no header without a name", async () => {
    const parts = structuredClone(demo.view.parts);
    for (const each of parts) if (each.kind === "table" || each.kind === "units") each.head = ["", ...each.head.slice(1)];
    await page.show({ parts });
    expect(page.all("th").filter(({ textContent }) => !textContent)).toEqual([]);
    for (const kind of ["table", "units"]) expect(page.find(`[data-part='${kind}'] thead tr`).firstElementChild!.tagName).toBe("TD");
  });

  figure("sends messages that Python accepts, and only whole numbers as seeds", async () => {
    await page.enter("[data-field='cards']", 9);
    expect(shape(page.sent[0]!)).toEqual(shape(messages[0]!));
    expect(page.find("[data-field='cards']").previousElementSibling!.textContent).toContain("9 of 108");
    await page.answer();
    await page.click("[data-field='mixed']");
    expect(page.sent[1]).toMatchObject({ kind: "choose", mixed: false });
    await page.enter("[data-field='seed']", "1.5");
    expect(page.sent).toHaveLength(2);
    expect(page.find<HTMLInputElement>("[data-field='seed']").value).toBe("1");
  });

  figure("sends every button press, even while Python is busy", async () => {
    for (let n = 0; n < 3; n++) await page.click("[data-deed='deal'][data-value='100']");
    expect(page.sent).toMatchObject([{ kind: "do", name: "deal", value: 100 }]);
    expect(shape(page.sent[0]!)).toEqual(shape(messages[2]!));
    await page.answer();
    await page.answer();
    await page.answer();
    expect(page.sent).toHaveLength(3);
    await page.click("[data-deed][aria-disabled]");
    expect(page.sent).toHaveLength(3);
  });
});

describe("linked marks", () => {
  it("have one tab stop, in the first part that contains them", () => {
    const first = firstKeys(demo.view.parts);
    const keys = first.flat().map(([key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys)).toEqual(new Set(demo.view.parts.flatMap((each) => keysOf(each).map(([key]) => key))));
    expect(first[demo.view.parts.findIndex(({ kind }) => kind === "table")]).toEqual([]);
    expect(keysOf(part("units"))[0]).toEqual(["two", "two wilds or more: 16%"]);
  });

  figure("are visited with the arrow keys", async () => {
    const focused = () => (document.activeElement as HTMLElement).dataset.mark;
    page.find("[data-mark='two']").focus();
    await page.press("ArrowRight", page.find("[data-mark='two']"));
    expect(focused()).toBe("one");
    await page.press("End", page.find("[data-mark='one']"));
    expect(focused()).toBe("none");
    expect(page.all("[data-mark][tabindex='0']").filter(({ dataset }) => ["two", "one", "none"].includes(dataset.mark!))).toHaveLength(1);
  });
});

figure("a tree closes and opens by keys, with one tab stop", async () => {
  const items = () => page.all("[role='treeitem']");
  const at = () => (document.activeElement as HTMLElement).dataset.path;
  expect(items()).toHaveLength(7);
  items()[0]!.focus();
  for (const key of ["ArrowDown", "ArrowLeft"]) await page.press(key, document.activeElement!);
  expect(at()).toBe("0-0");
  expect(items()).toHaveLength(5);
  expect(document.activeElement!.getAttribute("aria-expanded")).toBe("false");
  await page.press("ArrowRight", document.activeElement!);
  await page.press("ArrowRight", document.activeElement!);
  expect(at()).toBe("0-0-0");
  expect(page.all("[role='treeitem'][tabindex='0']")).toHaveLength(1);
  await page.press("Home", document.activeElement!);
  await page.press("Enter", document.activeElement!);
  expect(items()).toHaveLength(1);
});

describe("chart helpers", () => {
  it("has round ticks without rounding errors, and scales that map both ends exactly", () => {
    expect(ticks([0, 0.8], 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(ticks([0.12, 0.31], 4)).toEqual([0.15, 0.2, 0.25, 0.3]);
    expect(ticks([0, 27], 5)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(nice([0, 0.174], 4)).toEqual([0, 0.2]);
    expect(decades([1, 1000])).toEqual([1, 10, 100, 1000]);
    expect([0, 5, 10].map(linear([0, 10], [100, 0]))).toEqual([100, 50, 0]);
    expect([1, 10, 100].map(logarithmic([1, 100], [0, 50]))).toEqual([0, 25, 50]);
    expect(path([[0, 1.26], [2, 3]])).toBe("M0 1.3L2 3"); // prettier-ignore
    expect(path([])).toBe("");
  });

  it("wraps text that does not fit, and keeps each mark's identity when they are reordered", () => {
    expect(wrapped("ten cards in the hand", 80)).toEqual(["ten cards", "in the hand"]);
    expect(wrapped("unbreakable", 10)).toEqual(["unbreakable"]);
    expect(namesOf([1, 0, 1])).toEqual(["1-0", "0-0", "1-1"]);
    expect(namesOf([0, 1, 1])).toEqual(["0-0", "1-0", "1-1"]);
  });
});

describe("the address of another notebook", () => {
  const shown = "/voila/render/lessons/index.ipynb";

  it.each([
    ["07_how_many_deals", "Part-3", shown, "07_how_many_deals.ipynb#Part-3"],
    ["07_how_many_deals", "", shown, "07_how_many_deals.ipynb"],
    ["07_how_many_deals", "Part-3", "/elsewhere", null],
    ["", "Part-3", shown, null],
  ])("leads from %s, %s at %s to %s", (name, anchor, here, address) => {
    expect(notebookAddress(name, anchor, here)).toBe(address);
  });
});
