import { afterEach, beforeEach, expect, it, vi } from "vitest";
import borrower from "../src/borrow";
import { fakeModel } from "./fake-model";

// The script and styles are in separate models; Node imports no blob: addresses, so here they have data: addresses.

const SCRIPT = `
let count = 0;
export default () => ({
  initialize({ model }) { model.set("count", ++count); },
  render({ model, el }) { el.textContent = model.get("words"); return () => (el.textContent = "gone"); },
});`;

const models: Record<string, ReturnType<typeof fakeModel>["model"]> = {};
const revoked: string[] = [];
let made = 0;

beforeEach(() => {
  models.script = fakeModel({ name: "table.js", text: SCRIPT }).model;
  models.style = fakeModel({ name: "table.css", text: ".a { color: red }" }).model;
  vi.stubGlobal("Blob", class { constructor(readonly parts: string[]) {} });
  URL.createObjectURL = (blob) => `data:text/javascript,${encodeURIComponent((blob as unknown as { parts: string[] }).parts[0]!)}//${++made}`;
  URL.revokeObjectURL = (address) => void revoked.push(address);
});
afterEach(() => document.head.replaceChildren());

/** An initialized widget that borrows, as a host creates it. */
async function borrowing(words: string) {
  const { model } = fakeModel({ words, _built: { script: "script", style: "style" } });
  const widget_manager = { get_model: async (id: string) => models[id] };
  Object.assign(model, { widget_manager });
  const widget = await (borrower as () => any)();
  await widget.initialize({ model });
  const el = document.createElement("div");
  return { model, el, leave: await widget.render({ model, el }) };
}

it("runs a script from another model, and closes with it", async () => {
  const { el, leave } = await borrowing("hello");
  expect(el.textContent).toBe("hello");
  leave();
  expect(el.textContent).toBe("gone");
  expect(revoked).toHaveLength(1);
});

it("gives each widget its own module", async () => {
  const [one, other] = [await borrowing("one"), await borrowing("other")];
  expect([one.model.get("count"), other.model.get("count")]).toEqual([1, 1]);
  expect([one.el.textContent, other.el.textContent]).toEqual(["one", "other"]);
});

it("puts the styles into the page once, and newer ones in their place", async () => {
  await borrowing("one");
  await borrowing("two");
  expect([...document.head.children].map((each) => [each.id, each.textContent])).toEqual([["p10-table.css", ".a { color: red }"]]);
  models.style = fakeModel({ name: "table.css", text: ".a { color: blue }" }).model;
  await borrowing("three");
  expect([...document.head.children].map((each) => each.textContent)).toEqual([".a { color: blue }"]);
});

it("is initialized at once, since anywidget sends nothing to a widget that takes two seconds", async () => {
  const { model } = fakeModel({ words: "late", _built: { script: "script", style: "style" } });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  Object.assign(model, { widget_manager: { get_model: (id: string) => arrived.then(() => models[id]) } });
  const widget = await (borrower as () => any)();
  await widget.initialize({ model });
  const el = document.createElement("div");
  const shown = widget.render({ model, el });
  expect(el.textContent).toBe("");
  arrive();
  await shown;
  expect(el.textContent).toBe("late");
});
