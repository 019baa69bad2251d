import { beforeEach, describe, expect, it, vi } from "vitest";
import { BUZZES, Feedback, soundOf, SOUNDS, type Sound } from "../src/table/state/feedback.svelte";
import { sample } from "./mounted";
import type { View } from "../src/protocol/table";

let reduced = false;
let coarse = true;
const begun: number[] = [];
const buzzed: unknown[] = [];

class Node {
  gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  frequency = this.gain;
  type = "";
  buffer: unknown = null;
  connect() {}
  start(at: number) {
    begun.push(at);
  }
  stop() {}
}
class Context {
  currentTime = 0;
  sampleRate = 8000;
  state = "running";
  destination = {};
  createGain = () => new Node();
  createOscillator = () => new Node();
  createBiquadFilter = () => new Node();
  createBufferSource = () => new Node();
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  close = () => Promise.resolve();
}

beforeEach(() => {
  begun.length = buzzed.length = 0;
  reduced = false;
  coarse = true;
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") ? reduced : coarse }));
  Object.assign(navigator, { vibrate: (pattern: unknown) => buzzed.push(pattern) });
  Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true }, configurable: true });
});

const view = (more: Partial<View>): View => ({ ...sample("classic-play").view, events: [], ...more }) as View;

describe("sounds", () => {
  it.each(Object.entries(SOUNDS))("%s is shorter than a quarter of a second", (_, notes) => {
    expect(Math.max(...notes.map(({ at, length }) => at + length))).toBeLessThanOrEqual(0.25);
  });

  it("are on if the game fills the page, off in a notebook, and off if the system asks for less motion", () => {
    expect(new Feedback(() => true).on("sound")).toBe(true);
    expect(new Feedback(() => false).on("sound")).toBe(false);
    reduced = true;
    expect(new Feedback(() => true).on("sound")).toBe(false);
    expect(new Feedback(() => true).on("vibration")).toBe(false);
    reduced = coarse = false; // without a vibration motor
    expect(new Feedback(() => true).on("vibration")).toBe(false);
  });

  it("remember their switches", () => {
    new Feedback(() => false).set("sound", true);
    new Feedback(() => false).set("vibration", false);
    expect(begun.length).toBeGreaterThan(0);
    const next = new Feedback(() => false);
    expect(next.on("sound")).toBe(true);
    expect(next.on("vibration")).toBe(false);
  });

  it("play only if switched on, and not before the first press", () => {
    const feedback = new Feedback(() => true);
    feedback.give("win");
    expect(begun).toHaveLength(SOUNDS.win.length);
    expect(buzzed).toEqual([BUZZES.win]);
    feedback.set("sound", false);
    feedback.set("vibration", false);
    feedback.give("win");
    Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false }, configurable: true });
    new Feedback(() => true).give("win");
    expect(begun).toHaveLength(SOUNDS.win.length);
    expect(buzzed).toHaveLength(1);
  });
});

describe("the sound of a view", () => {
  const mine = sample("classic-play").view;
  const theirs = view({ observation: { ...mine.observation!, to_act: 1 } });
  const events = (...types: string[]) => types.map((type) => ({ type, text: "" })) as unknown as View["events"];
  it.each<[string, Partial<View>, View | null, Sound | null]>([
    ["nothing", {}, mine as View, null],
    ["a draw", { events: events("drawn") }, mine as View, "draw"],
    ["a hit", { events: events("hit") }, mine as View, "place"],
    ["a phase", { events: events("phase_laid") }, mine as View, "lay"],
    ["your turn", { events: events("drawn", "discarded") }, theirs, "turn"],
    ["the end of a round", { events: events("discarded", "round_ended") }, mine as View, "round"],
    ["a win", { over: { winners: [0] } as never, you: 0 }, mine as View, "win"],
    ["a defeat", { over: { winners: [1] } as never, you: 0 }, mine as View, "round"],
  ])("%s", (_, more, was, sound) => expect(soundOf(view(more), was)).toBe(sound));
});
