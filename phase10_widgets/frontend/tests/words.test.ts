import { afterEach, expect, it, vi } from "vitest";
import odds from "../src/odds";
import setup from "../src/setup";
import tableWidget from "../src/table";
import { fakeModel } from "./fake-model";

// A catalog module from Python is loaded when the widget starts, and whenever another one arrives.

const { studied } = vi.hoisted(() => ({ studied: [] as unknown[] }));
vi.mock("../src/strings/language.svelte", async (original) => ({
  ...(await original<object>()),
  study: (source: unknown) => Promise.resolve(void studied.push(source)),
}));
afterEach(() => void studied.splice(0));

it.each([
  ["the table", tableWidget],
  ["the setup screen", setup],
  ["the odds", odds],
])("%s studies its words", async (_name, made) => {
  const fake = fakeModel({ _words: "first" });
  const widget = await (made as () => Promise<{ initialize(props: object): Promise<void> }>)();
  await widget.initialize({ model: fake.model });
  fake.write("_words", "second");
  expect(studied).toEqual(["first", "second"]);
});
