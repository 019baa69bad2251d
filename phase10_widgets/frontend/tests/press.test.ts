import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DOUBLE, steady } from "../src/shared/press";
import { at, open, sample, settle, table } from "./mounted";

let release: () => void;
let root: HTMLElement;
let presses: string[];

/** Two buttons at the same place for a finger; the first one disappears when pressed. */
beforeEach(() => {
  presses = [];
  root = document.body.appendChild(document.createElement("div"));
  const button = (label: string, then = () => {}) => {
    const made = document.createElement("button");
    made.textContent = label;
    made.addEventListener("click", () => {
      presses.push(made.textContent!);
      then();
    });
    return made;
  };
  const second = button("Lay down");
  const first = button("Draw", () => first.replaceWith(second));
  const answer = button("Answer", () => (answer.textContent = "Next"));
  root.append(first, answer, button("Step"), document.createElement("textarea"));
  release = steady(root);
  vi.useFakeTimers();
});
afterEach(() => {
  release();
  root.remove();
});

const click = (node: Element, detail: number, pointerType?: string) => {
  const event = new MouseEvent("click", { detail, bubbles: true, cancelable: true, clientX: 9, clientY: 9 });
  if (pointerType) Object.defineProperty(event, "pointerType", { value: pointerType });
  node.dispatchEvent(event);
};
const button = (label: string) => [...root.querySelectorAll("button")].find(({ textContent }) => textContent === label)!;

describe("the second press of a double press", () => {
  it.each<[string, [string, number][], string, string[]]>([
    ["does nothing on a button that has come since, and neither does the third", [["Draw", 1], ["Lay down", 2], ["Lay down", 3]], "mouse", ["Draw"]],
    ["is told from a new press", [["Draw", 1], ["Lay down", 2], ["Lay down", 1]], "mouse", ["Draw", "Lay down"]],
    ["does nothing on the same button with another label", [["Answer", 1], ["Next", 2]], "mouse", ["Answer"]],
    ["counts on a button that still does the same", [["Step", 1], ["Step", 2]], "mouse", ["Step", "Step"]],
    ["is told from presses without a place, as those of assistive devices", [["Draw", 1], ["Lay down", 1]], "", ["Draw", "Lay down"]],
    ["does nothing where the page of the first one is gone", [["Draw", 2]], "mouse", []],
  ])("%s", (_, clicks, pointer, counted) => {
    for (const [label, detail] of clicks) click(button(label), detail, pointer);
    expect(presses).toEqual(counted);
  });

  it("of a finger, which counts no clicks, is recognized by its time", () => {
    click(button("Draw"), 1, "touch");
    click(button("Lay down"), 1, "touch");
    expect(presses).toEqual(["Draw"]);
    vi.advanceTimersByTime(DOUBLE.time + 1);
    click(button("Lay down"), 1, "touch");
    expect(presses).toEqual(["Draw", "Lay down"]);
  });

  it("counts on an adjacent choice, which stays in place", () => {
    const list = root.appendChild(document.createElement("div"));
    list.setAttribute("role", "toolbar");
    const [one, two] = ["B3", "B4"].map((name) => {
      const card = list.appendChild(document.createElement("button"));
      card.textContent = name;
      card.setAttribute("aria-pressed", "false");
      card.addEventListener("click", () => presses.push(name) && (card.textContent += ", selected"));
      return card;
    });
    click(one!, 1, "touch");
    click(two!, 1, "touch");
    click(one!, 1, "touch");
    expect(presses).toEqual(["B3", "B4", "B3"]);
    click(one!, 1, "touch");
    expect(presses).toHaveLength(3);
  });

  it("counts if only a symbol beside the label has changed", () => {
    const head = root.appendChild(document.createElement("button"));
    head.innerHTML = 'Games<span aria-hidden="true">↕</span>';
    head.addEventListener("click", () => presses.push((head.lastElementChild!.textContent = "▼")));
    click(head, 1, "mouse");
    click(head, 2, "mouse");
    expect(presses).toHaveLength(2);
  });
});

it("a held key presses only its first target, and keeps typing", () => {
  const held = (node: Element, key = "Enter") => {
    const event = new KeyboardEvent("keydown", { key, repeat: true, bubbles: true, cancelable: true });
    node.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  click(button("Draw"), 0);
  expect(held(button("Lay down"))).toBe(false);
  expect(held(root.querySelector("textarea")!)).toBe(true);
  click(button("Step"), 0);
  expect(held(button("Step"))).toBe(true);
});

describe("at the table", () => {
  beforeEach(() => void vi.useRealTimers());

  at("classic/draw-deck", "a double press on the gold button draws, and lays nothing down", async () => {
    click(table.act("draw"), 1, "mouse");
    await table.answer(sample("classic-play").view);
    click(table.act("lay-down"), 2, "mouse");
    expect(table.sent).toHaveLength(1);
  });

  it("a double press on the discard pile asks, and discards nothing", async () => {
    localStorage.setItem("p10-confirm", "yes");
    await open("classic-play");
    await table.click('[data-hand-card="B12"]');
    click(table.act("discard-pile"), 1, "mouse");
    await settle();
    click(table.act("discard-pile"), 2, "mouse");
    expect(table.sent).toEqual([]);
    await table.press("Escape");
    await table.click('[data-hand-card="B12"]');
    for (const repeat of [false, true]) table.find("[data-p10='table']").dispatchEvent(new KeyboardEvent("keydown", { key: "x", repeat, bubbles: true }));
    expect(table.sent, "nor does a key that is held down").toEqual([]);
    click(table.act("discard-pile"), 1, "mouse");
    expect(table.sent).toHaveLength(1);
  });
});
