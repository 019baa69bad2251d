import { afterEach, vi } from "vitest";
import { words } from "../src/de";
import { learn, speak } from "../src/strings/language.svelte";

// Python sends the German catalog as text on request; here it is imported.
learn("de", words);

// Stand-ins for features that jsdom lacks.
window.matchMedia = (query: string) =>
  ({ matches: query.includes("reduce"), media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
Element.prototype.animate = () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
Element.prototype.getAnimations = () => [];
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, (c) => `\\${c}`) } as unknown as typeof CSS;
globalThis.ResizeObserver ??= class {
  readonly #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe() {
    this.#report([{ contentRect: { width: 640 } } as ResizeObserverEntry], this as unknown as ResizeObserver);
  }
  unobserve() {}
  disconnect() {}
} as unknown as typeof ResizeObserver;

// Leave nothing for the next test. This runs last, after the cleanup in a test's file.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  speak("en");
});
