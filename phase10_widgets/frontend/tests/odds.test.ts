import { beforeEach, describe, expect, it, vi } from "vitest";
import { estimated, number, percents } from "../src/shared/numbers";
import { heat } from "../src/odds/heat";
import { csvFile, svgFile } from "../src/shared/picture";
import { speak } from "../src/strings/language.svelte";
import odds from "../src/odds";
import { goldenOdds, mounted, shape } from "./mounted";
import { downloads } from "./page";

type Page = Awaited<ReturnType<typeof open>>;

/** Mount a widget with a view written by Python. */
const open = () => mounted(odds, goldenOdds("deal"));

const slide = (page: Page, field: string, value: number) => page.enter(`[data-field="${field}"]`, value);

let page: Page;
beforeEach(() => void vi.useFakeTimers());

const messages = goldenOdds("messages") as unknown as Record<string, unknown>[];

describe("a deal", () => {
  beforeEach(async () => void (page = await open()));
  it("requests deals in the form that Python accepts, and the last of many choices once the first is answered", async () => {
    await page.click('[data-deal="100"]');
    expect(page.sent).toHaveLength(1);
    expect(shape(page.sent[0]!)).toEqual(shape(messages.find(({ kind }) => kind === "deal")!));
    expect(page.sent[0]).toMatchObject({ kind: "deal", n: 100 });
    await page.answer();
    page.sent.splice(0);
    for (const cards of [11, 12, 13]) await slide(page, "cards", cards);
    expect(page.sent).toMatchObject([{ kind: "choose", cards: 11 }]);
    expect(page.find("[data-field='cards']").previousElementSibling!.textContent).toContain("13");
    await page.answer();
    expect(page.sent).toMatchObject([{ cards: 11 }, { kind: "choose", cards: 13 }]);
    await page.answer();
    expect(page.sent).toHaveLength(2);
  });

  it("shows the true values again after a refusal", async () => {
    await slide(page, "wilds", 3);
    await page.refuse("There can be 0 to 16 wilds, not 3.");
    expect(page.find("[role='alert']").textContent).toContain("0 to 16 wilds");
    expect(page.find<HTMLInputElement>("[data-field='wilds']").value).toBe("8");
  });

  it("names a file after its question", async () => {
    const files = downloads();
    await page.click('.wide [data-file="CSV"]');
    expect(files).toMatchObject([{ name: "phase10-games-phase-1-10-cards.csv" }]);
  });
});

describe("files and figures", () => {
  it("quotes cells with commas", () => {
    expect(csvFile([["=1+1", "x;=1+1", "-3.5", "+4 %", "7-2"]])).toBe("'=1+1,x;'=1+1,-3.5,+4 %,7-2\r\n");
    expect(csvFile([["a", "b"], ['say "x", y', null]])).toBe('a,b\r\n"say ""x"", y",\r\n'); // prettier-ignore
  });

  it("names a picture and leaves no style behind", async () => {
    page = await open();
    const svg = svgFile(page.el.querySelector<SVGSVGElement>("figure svg")!, "A & B");
    const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    expect(root.querySelector("title")!.textContent).toBe("A & B");
    expect(svg).not.toMatch(/class=|style=|aria-/);
  });

  it("labels axes with enough decimals to tell values apart", () => {
    expect(percents([0.1, 0.15, 0.2])).toEqual(["10%", "15%", "20%"]);
    expect(percents([0.001, 0.002])).toEqual(["0.1%", "0.2%"]);
    expect([number(1_600), number(12_345)]).toEqual(["1,600", "12,345"]);
    speak("de");
    expect(percents([0.001, 0.002])).toEqual(["0,1\u00a0%", "0,2\u00a0%"]);
    expect([number(1_600), number(12_345)]).toEqual(["1600", "12\u202f345"]);
  });

  it.each([
    [[0.183, 0.16022, 0.2081], ["18%", "16%", "21%"]],
    [[0.1, 0.0179, 0.4042], ["10%", "1%", "41%"]],
    [[0.298, 0.2891, 0.307], ["29.8%", "28.9%", "30.7%"]],
    [[0.3282, 0.3176, 0.3389], ["32.8%", "31.7%", "33.9%"]],
    [[0, 0, 0.00077], ["0%", "0%", "0.08%"]],
    [[0.525, 0.47606, 0.57347], ["53%", "47%", "58%"]],
    [[0.475, 0.42653, 0.52394], ["47%", "42%", "53%"]],
  ] as const)("writes running shares with the digits that their deals support: %j", ([share, low, high], written) => expect(estimated(share, low, high)).toEqual(written));

  it("colors likelier cells more strongly, and unknown ones not at all", () => {
    expect(heat(undefined)).toBe("transparent");
    const share = (chance: number) => Number(/ ([\d.]+)%/.exec(heat(chance))![1]);
    expect(share(0.01)).toBeLessThan(share(0.5));
    expect(share(1)).toBeLessThanOrEqual(42);
  });
});
