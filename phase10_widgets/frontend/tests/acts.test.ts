import { afterEach, beforeEach, expect, it } from "vitest";
import { play } from "../src/acts";

// A lesson of six acts: the figure of act 2 stays in act 3, act 4 begins a part, and act 6 shows the figure again.
const LESSON = `
<article id="whole" data-acts>
  <section class="act" id="act-1"><h1 id="Title">Title</h1></section>
  <section class="act" id="act-2"><h3 id="Deal">Deal</h3><div class="screen"><input></div><p>Below</p></section>
  <section class="act" id="act-3" data-keeps="2"><h3>Count</h3><a href="#Deal">Back to question 1</a></section>
  <section class="act" id="act-4" data-part><h3>Break</h3><h2 id="Part-2">Part 2</h2></section>
  <section class="act" id="act-5"><h3>Say</h3></section>
  <section class="act" id="act-6" data-keeps="2"><h3>Check</h3></section>
</article>
<nav class="acts" data-place="Act {n} of 6">
  <button data-step="-1">Back</button>
  <details><summary>Act 1 of 6</summary><ol>${[1, 2, 3, 4, 5, 6].map((n) => `<li><a href="#act-${n}">${n}</a></li>`).join("")}</ol><a href="#whole">Read as one page</a></details>
  <button data-step="1">Next</button>
  <a class="by-act" href="#act-1">Act by act</a>
</nav>`;

let stop: () => void = () => {};
const one = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const shown = () => [...document.querySelectorAll("[data-now]")].map(({ id }) => id);
const place = () => one("summary").textContent;

/** Follow an address, as browsers do after its change. */
async function go(hash: string) {
  location.hash = hash;
  await new Promise((done) => setTimeout(done));
}
async function press(name: "Back" | "Next") {
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name)!.click();
  await new Promise((done) => setTimeout(done));
}
function open(hash = "") {
  stop();
  document.body.innerHTML = LESSON;
  history.replaceState(null, "", hash || location.pathname);
  stop = play(one("article"), one("nav"), "lessons/3");
}

beforeEach(() => {
  localStorage.clear();
  HTMLElement.prototype.scrollIntoView = () => {};
  globalThis.scrollTo = (() => {}) as typeof scrollTo;
  open();
});
afterEach(() => stop());

it("shows one act at a time, and moves the focus to its heading", async () => {
  expect(shown()).toEqual(["act-1"]);
  expect(one<HTMLButtonElement>("button").disabled).toBe(true);
  await press("Next");
  expect(shown()).toEqual(["act-2"]);
  expect(place()).toBe("Act 2 of 6");
  expect(document.activeElement).toBe(one("#Deal"));
  expect(location.hash).toBe("#act-2");
  expect(one("li [aria-current]").textContent).toBe("2");
  for (let i = 0; i < 4; i++) await press("Next");
  expect(place()).toBe("Act 6 of 6");
  expect(one<HTMLButtonElement>("[data-step='1']").disabled).toBe(true);
});

it("keeps a figure in sight while its text changes, with everything entered, and puts it back", async () => {
  await go("act-2");
  const input = one<HTMLInputElement>("input");
  input.value = "0.5";
  await press("Next");
  expect(one("#act-3").contains(input)).toBe(true);
  await go("act-6");
  expect(one("#act-6").contains(input)).toBe(true);
  await go("act-2");
  expect(one(".screen").nextElementSibling!.textContent).toBe("Below");
  expect(input.value).toBe("0.5");
});

it("follows a link to the heading of another act, and scrolls to where the act and its figure begin", async () => {
  const seen: string[] = [];
  HTMLElement.prototype.scrollIntoView = function () {
    seen.push(this.id);
  };
  await go("act-3");
  await go("Deal");
  expect(shown()).toEqual(["act-2"]);
  expect(document.activeElement).toBe(one("#Deal"));
  await go("Part-2");
  expect(seen).toEqual(["act-3", "act-2", "Part-2"]);
});

it("knows the headings that Voilà wraps", async () => {
  const wrapped = LESSON.replaceAll(/<h(\d)[^]*?<\/h\1>/g, (heading) => `<div class="jp-MarkdownOutput">${heading}</div>`);
  stop();
  document.body.innerHTML = wrapped;
  stop = play(one("article"), one("nav"), "lessons/3");
  expect(one("article > h1").textContent).toBe("Title");
  await go("Deal");
  expect(shown()).toEqual(["act-2"]);
  expect(one("#Deal").getAttribute("aria-level")).toBe("2");
  await press("Next");
  expect(document.activeElement!.textContent).toBe("Count");
  expect(one("#act-3 > .screen input")).not.toBeNull();
});

it("is read as one page on request, in which links stay links", async () => {
  await go("act-3");
  await go("whole");
  expect(one("article").dataset.view).toBe("whole");
  expect(one("#act-2").contains(one(".screen"))).toBe(true);
  await go("Part-2");
  expect(one("article").dataset.view).toBe("whole");
  await go(new URL(one<HTMLAnchorElement>(".by-act").href).hash);
  expect(shown()).toEqual(["act-3"]);
});

it.each([
  ["", "act-5", "the act where the learner left"],
  ["#Part-2", "act-5", "that act, which is in the part to continue with"],
  ["#act-4", "act-4", "an act that is asked for"],
  ["#Deal", "act-2", "a heading of an earlier part"],
  ["#%E0%A4%A", "act-5", "that act, if nobody can read the address"],
])("returns with %s to %s: %s", (hash, id) => {
  localStorage.setItem("phase10_widgets.acts", JSON.stringify({ "lessons/3": 5, "lessons/4": 2 }));
  open(hash);
  expect(shown()).toEqual([id]);
  expect(JSON.parse(localStorage.getItem("phase10_widgets.acts")!)["lessons/4"]).toBe(2);
});

it.each(["nonsense", '{"lessons/3": 400}', '{"lessons/3": "x"}', '{"lessons/3": -2.5}', "null"])("opens whatever the browser has stored: %s", (stored) => {
  localStorage.setItem("phase10_widgets.acts", stored);
  open();
  expect(shown()).toHaveLength(1);
});
