import { beforeEach, describe, expect, it, vi } from "vitest";
import { estimated, number, percents } from "../src/shared/numbers";
import { heat } from "../src/odds/heat";
import { csvFile, svgFile } from "../src/shared/picture";
import { speak } from "../src/strings/language.svelte";
import odds from "../src/odds";
import { goldenOdds, mounted, settle, shape } from "./mounted";
import { downloads } from "./page";

type Page = Awaited<ReturnType<typeof open>>;
type Kind = "deal" | "draw" | "table";

/** Mount a widget with a view written by Python. */
const open = (kind: Kind) => mounted(odds, goldenOdds(kind) as unknown as { about: object; view: { asked: object } });

const slide = (page: Page, field: string, value: number) => page.enter(`[data-field="${field}"]`, value);

let page: Page;
beforeEach(() => void vi.useFakeTimers());

const messages = goldenOdds("messages") as unknown as Record<string, unknown>[];

describe("a deal", () => {
  beforeEach(async () => void (page = await open("deal")));
  it("shows Python's exact chance and sample, points from each chart to its table, and announces the result once", async () => {
    expect(page.find("[data-p10='exact']").textContent).toBe("18.28%");
    expect(page.find("[data-p10='outcome']").textContent).toContain("Deals: 100.");
    expect(page.all(".wide tbody tr")).toHaveLength(5);
    for (const svg of page.all("figure svg[role='img']")) {
      expect(svg.getAttribute("aria-label")).toBeTruthy();
      expect(page.find(`#${svg.getAttribute("aria-details")} table`)).not.toBeNull();
    }
    expect(page.find("[data-p10='live']").textContent, "nothing is announced before changes have settled").toBe("");
    vi.advanceTimersByTime(600);
    await settle();
    expect(page.find("[data-p10='live']").textContent).toContain("Deals: 100.");
  });

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

describe("a hand", () => {
  beforeEach(async () => void (page = await open("draw")));
  it("highlights its outs, each with its number of unseen copies, and explains the notation of cards", async () => {
    const lit = page.all("[data-effect='completes']").map(({ dataset }) => dataset.out);
    expect(lit).toEqual(["R2", "B2", "G2", "Y2", "W"]);
    expect(page.find("[data-out='W'] b").textContent).toBe("8★");
    expect(page.all("[data-out='S'] b")).toEqual([]);
    expect(page.find("form .hint").textContent!.replaceAll("\u00a0", " ")).toContain("R1 = red 1, B1 = blue 1, G1 = green 1, Y1 = yellow 1, W = wild, S = skip");
  });

  const type = async (words: string) => {
    await page.enter("[data-field='hand']", words);
    await page.click("[data-act='show']");
  };

  it("is typed and sent as it stands; the text stays after a refusal, and is replaced with the next hand", async () => {
    await type(" r7 B7 ");
    expect(page.sent[0]).toMatchObject({ kind: "choose", hand: "r7 B7", top: "G12" });
    expect(shape(page.sent[0]!)).toEqual(shape(messages.find(({ hand }) => hand)!));
    await page.answer();
    await type("R7 Q9");
    await page.answer();
    expect(page.find<HTMLInputElement>("[data-field='hand']").value).toBe("R7 Q9");
    await type("r7");
    await page.answer({ asked: { ...page.state.view.asked, hand: "R7" } });
    expect(page.find<HTMLInputElement>("[data-field='hand']").value).toBe("R7");
  });
});

describe("the table", () => {
  beforeEach(async () => void (page = await open("table")));
  const numbers = () => page.all("tbody th").map(({ textContent }) => Number(textContent));

  it("sorts by a game and back, and has one tab stop, which the arrows move", async () => {
    await page.click("[data-sort='0']");
    expect(numbers().slice(0, 3)).toEqual([2, 1, 4]);
    expect(page.find("[data-sort='0']").closest("th")!.getAttribute("aria-sort")).toBe("descending");
    await page.click("[data-sort='-1']");
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const at = () => page.all("td[tabindex='0']").map(({ dataset }) => dataset.cell);
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight"]) await page.press(key, page.find("td[tabindex='0']"));
    expect(at()).toEqual(["2-1"]);
    await page.press("Enter", page.find("td[tabindex='0']"));
    expect(page.find("[data-p10='detail'] code").textContent).toMatch(/^\d+ \/ \d+$/);
    expect(page.find("[data-p10='detail']").closest("tr")!.previousElementSibling).toBe(page.find("td[tabindex='0']").closest("tr"));
    await page.press("Home", page.find("td[tabindex='0']"));
    expect(at()).toEqual(["2-0"]);
  });
});

describe("files and figures", () => {
  it("quotes cells with commas", () => {
    expect(csvFile([["=1+1", "x;=1+1", "-3.5", "+4 %", "7-2"]])).toBe("'=1+1,x;'=1+1,-3.5,+4 %,7-2\r\n");
    expect(csvFile([["a", "b"], ['say "x", y', null]])).toBe('a,b\r\n"say ""x"", y",\r\n'); // prettier-ignore
  });

  it("names a picture and leaves no style behind", async () => {
    page = await open("deal");
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
