import { flushSync, tick } from "svelte";
import { vi } from "vitest";

// The content of any page, and actions in it.

export const find = <E extends HTMLElement = HTMLButtonElement>(selector: string) => document.body.querySelector<E>(selector)!;
export const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)];
export const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);
/** Return the elements whose text is one of these names and could reverse the text beside it, except in menus. */
export function bare(root: Element, names: Iterable<string>) {
  const known = new Set(names);
  const nodes = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (known.has(node.textContent!.trim()) && !node.parentElement!.closest("bdi, option")) found.push(node.parentElement!.outerHTML);
  }
  return found;
}
export const act = (name: string) => find(`[data-act="${name}"]`);
export const alert = () => find("[role=alert]")?.textContent;

/** Wait until the page has caught up. */
export async function settle() {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1);
  else await new Promise((done) => setTimeout(done));
  flushSync();
  await tick();
  flushSync();
}
export async function press(name: string) {
  act(name).click();
  await settle();
}
/** Type or choose something. */
export async function enter(selector: string, value: string) {
  const field = find<HTMLInputElement>(selector);
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  await settle();
}
export async function submit() {
  find("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await settle();
}
/** Simulate a browser that stores nothing. */
export function blockStorage() {
  const forbid = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  for (const name of ["getItem", "setItem"] as const) vi.spyOn(Storage.prototype, name).mockImplementation(forbid);
}
/** Intercept the page's downloads; return the files, each with its size and true if its link was inside a widget. */
export function downloads() {
  const files: { name: string; size: number; inside: boolean }[] = [];
  let size = 0;
  URL.createObjectURL = (content) => `blob:${(size = (content as Blob).size)}`;
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, size, inside: this.isConnected && this.closest("[data-p10]") !== null });
  });
  return files;
}
