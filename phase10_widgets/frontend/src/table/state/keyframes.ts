import { DEAL, type Move } from "./moves";

// The frames of every motion; only transforms and opacity change.

/** The durations of a flight and of the end of a round, in milliseconds. */
const FLY = 300;
export const CHEER = 1100;
export const EASE = "cubic-bezier(.25,.7,.35,1)";
/** An easing that overshoots a little and comes back. */
export const SPRING = "cubic-bezier(.3,1.35,.5,1)";
/** The distance and the angle between two cards of a closed fan, in pixels and degrees. */
const FAN = { apart: 15, turned: 3 };

export interface Point {
  x: number;
  y: number;
}

const mean = (all: number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
export const center = (boxes: DOMRect[]): Point => ({ x: mean(boxes.map((box) => middle(box).x)), y: mean(boxes.map((box) => middle(box).y)) });

export const middle = (box: DOMRect): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

export function between(from: DOMRect, to: DOMRect): string {
  const [a, b] = [middle(from), middle(to)];
  return `translate(${a.x - b.x}px,${a.y - b.y}px) scale(${Math.min(from.width, from.height / 1.4) / to.width})`;
}

/** The duration of a deal, in milliseconds. */
export const DEALT = DEAL.cards + DEAL.flight + DEAL.fan;

/** A dealt card waits in the pile, flies to the closed fan, and goes to its place when the fan opens. */
export function dealt(fan: number, from: DOMRect, to: DOMRect, hand: Point, after: number): Keyframe[] {
  const pile = `${between(from, to)} rotate(0deg)`;
  const { x, y } = middle(to);
  const held = `translate(${hand.x + fan * FAN.apart - x}px,${hand.y + fan * fan - y}px) scale(1) rotate(${fan * FAN.turned}deg)`;
  return [
    { transform: pile, opacity: 0 },
    { transform: pile, opacity: 0, offset: after / DEALT },
    { transform: pile, opacity: 1, offset: after / DEALT, easing: EASE },
    { transform: held, offset: (after + DEAL.flight) / DEALT },
    { transform: held, offset: 1 - DEAL.fan / DEALT, easing: SPRING },
    { transform: "none", opacity: 1 },
  ];
}

/** A card that turns over on its way, with its back up until it is edge-on. */
export function turned(from: DOMRect, to: DOMRect): [Keyframe[], Keyframe[]] {
  const [a, b] = [middle(from), middle(to)];
  const at = (part: number, width: number) => ({ transform: `translate(${(a.x - b.x) * part}px,${(a.y - b.y) * part}px) scale(${width},1)`, opacity: 1 });
  return [[at(1, 1), at(0.5, 0)], [at(0.5, 0), at(0, 1)]];
}

/** A card falls into its place: it comes from above and is pressed down. */
const landing = (at: number, lasts: number): Keyframe[] => [
  { transform: "translate(0,0) scale(1.15)", offset: at },
  { transform: "translate(0,0) scale(.95)", offset: at + lasts },
];

/** A card that moves to its place; on the table it falls into it. */
export function flight(move: Move, from: DOMRect, to: DOMRect): [Keyframe[], KeyframeAnimationOptions] {
  const start = { transform: between(from, to), opacity: move.from.startsWith("seat") || move.after ? 0 : 1, easing: EASE };
  const down = move.to.startsWith("hand") ? [] : landing(0.6, 0.2);
  return [[start, { opacity: 1, offset: 0.2 }, ...down, { transform: "none", opacity: 1 }], { duration: down.length ? FLY + 80 : FLY, delay: move.after }];
}

/** A card that is hidden at its destination: a back, some of which fly again and again, or the last card of a round, which stays. */
export function ghost(move: Move & { last?: boolean }, from: DOMRect, to: DOMRect): [Keyframe[], KeyframeAnimationOptions] {
  const { after: delay, times: iterations = 1, every = FLY + 60 } = move;
  const start = { transform: between(from, to), opacity: 0, easing: EASE };
  if (move.turns) return [turned(from, to)[0], { duration: DEAL.turn / 2, delay, easing: "ease-in", id: "deal" }];
  if (move.last) return [[start, { opacity: 1, offset: 0.05 }, ...landing(0.4, 0.1), { transform: "none", offset: 0.6 }, { transform: "none", opacity: 1 }], { duration: CHEER, fill: "both" }];
  const frames = [start, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.8 }, { transform: "none", opacity: 0 }];
  return [frames, { duration: every, iterations, delay, easing: iterations > 1 ? "linear" : EASE, fill: "both", id: iterations > 1 ? "deal" : "" }];
}
