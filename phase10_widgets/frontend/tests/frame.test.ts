import type { AnyModel } from "@anywidget/types";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE, show, tellParent, type FrameState } from "../src/rooms/frame";

const URL = "http://192.168.0.7:8866/live#k=abc";
const state: FrameState = { head: "<b>BDFGHJ</b>", height: 500, texts: { title: "A table", open: "Open", refused: "Not here.", over: "It is over." } };

let el: HTMLElement;
let stop: () => void;
let sent: Record<string, any>[] = [];
const listeners = new Set<(answer: object) => void>();
const frame = () => el.querySelector("iframe");
const link = () => el.querySelector<HTMLAnchorElement>("a");
const note = () => el.querySelector("[role=status]")!.textContent;
const answer = (url: string | null, id: string | null = sent[0]!.id as string) => listeners.forEach((listen) => listen({ kind: "page", id, url }));
const say = (data: unknown, source = frame()!.contentWindow) => window.dispatchEvent(new MessageEvent("message", { data, source }));

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  listeners.clear();
  el = document.body.appendChild(document.createElement("div"));
  const model = {
    get: (name: keyof FrameState) => state[name],
    on: (_: string, listen: (answer: object) => void) => listeners.add(listen),
    off: (_: string, listen: (answer: object) => void) => listeners.delete(listen),
    send: (message: Record<string, unknown>) => sent.push(message),
  };
  stop = show(model as unknown as AnyModel<FrameState>, el);
});
afterEach(() => {
  stop();
  el.remove();
});

describe("a page in a frame", () => {
  it("waits until Python has admitted this site", () => {
    expect(sent).toEqual([{ kind: "here", v: 1, id: expect.any(String), sites: [location.origin] }]);
    expect(frame()).toBeNull();
    answer(URL, "another view's");
    expect(frame()).toBeNull();
    answer(URL);
    expect(frame()!.src).toBe(URL);
    expect(frame()!.referrerPolicy).toBe("no-referrer");
    expect(link()!.href).toBe(URL);
    expect(link()!.rel).toContain("noreferrer");
    expect(el.textContent).toContain("BDFGHJ");
  });

  it.each([
    ["nothing", () => undefined],
    ["something else", () => say({ other: 1 })],
    ["null", () => say(null)],
    ["it from elsewhere", () => say({ phase10: "here" }, window)],
  ])("leaves a link if it says %s", (_, happens) => {
    answer(URL);
    happens();
    vi.advanceTimersByTime(PATIENCE);
    expect(frame()).toBeNull();
    expect(note()).toBe("Not here.");
    expect(link()!.href).toBe(URL);
  });

  it.each([
    [URL, false],
    ["https://school.example/live", true],
    ["http://127.0.0.1:8866/live", true],
    ["http://localhost:8866/live", true],
  ])("shows %s in a secure notebook: %s", (url, shown) => {
    vi.stubGlobal("location", { protocol: "https:", origin: "https://notebooks.example" });
    answer(url);
    expect(frame() !== null).toBe(shown);
    expect(note()).toBe(shown ? "" : "Not here.");
    expect(link()!.href).toBe(url);
  });

  it("disappears with the class, and leaves nothing behind", () => {
    answer(URL);
    answer(null, null);
    expect(frame()).toBeNull();
    expect(link()).toBeNull();
    expect(note()).toBe("It is over.");
    expect(listeners.size).toBe(1);
    stop();
    expect(listeners.size).toBe(0);
  });

  it("reports to the page around it, if there is one", () => {
    const parent = { postMessage: vi.fn() };
    tellParent();
    vi.stubGlobal("parent", parent);
    tellParent();
    expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith({ phase10: "here" }, "*");
  });
});
