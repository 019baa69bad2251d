import { tick } from "svelte";
import { upWord } from "../../shared/cards";
import type { Move } from "./moves";
import type { DiscardedEvent, HitEvent, View } from "../../protocol/table";

/** A card that flies over the table for a moment. */
export interface Flight {
  id: number;
  style: string;
  word?: string;
}

type Boxes = Map<string, DOMRect>;

/** The durations of a flight, a glide, half a turn and the highlight of a win, in milliseconds. */
const FLY = 300;
const GLIDE = 220;
const TURN = 260;
const CHEER = 900;
const EASE = "cubic-bezier(.25,.7,.35,1)";

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animates cards from their old places to their new ones: reads all boxes first, then starts all motions. */
export class Animations {
  /** The view that stays on display while the table turns over or the last card of a round flies. */
  past = $state.raw<View | null>(null);
  /** The previous view, still shown for the felt and the other hands: at the edge-on moment the table is drawn in two frames. */
  behind = $state.raw<View | null>(null);
  flights = $state.raw<Flight[]>([]);
  /** The seat that just went out. */
  winner = $state.raw<number | null>(null);
  readonly #root: () => HTMLElement | null;
  readonly #running = new Map<Element, Animation>();
  #count = 0;
  #release: (() => true) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turning: Animation | undefined;

  constructor(root: () => HTMLElement | null) {
    this.#root = root;
  }

  /** Return the current box of every named place. */
  boxes(): Boxes {
    const nodes = calm() ? [] : (this.#root()?.querySelectorAll("[data-at]") ?? []);
    return new Map([...nodes].map((node) => [name(node), node.getBoundingClientRect()]));
  }

  /** Animate a change: cards found in both places glide, and the moves fly. Call it before the page has changed. */
  async change(list: Move[] = [], before = this.boxes()) {
    await tick();
    const root = this.#root();
    const nodes = new Map([...(root?.querySelectorAll<HTMLElement>("[data-at]") ?? [])].map((node) => [name(node), node]));
    const strayed = new Set<Element>();
    for (const node of nodes.values()) {
      this.#running.get(node)?.cancel();
      if (!node.style.translate) continue;
      strayed.add(node);
      node.style.translate = "";
    }
    // Nothing visible moves while the table is edge-on.
    if (!root?.isConnected || calm() || this.behind) return;
    const after: Boxes = new Map([...nodes].map(([at, node]) => [at, node.getBoundingClientRect()]));
    const moved = new Set(list.flatMap(({ to, from }) => [to, from]));
    for (const [at, node] of nodes) if ((at.startsWith("hand ") || strayed.has(node)) && !moved.has(at)) this.#glide(node, before.get(at), after.get(at)!);
    for (const move of list) if (!move.ghost) this.#fly(move, nodes.get(move.to), before.get(move.from) ?? after.get(move.from), after.get(move.to));
    await this.#flyGhosts(list.filter(({ ghost }) => ghost).map((move) => ({ move, from: before.get(move.from) ?? after.get(move.from), to: after.get(move.to) })));
  }

  /** Let dropped cards glide to their places. */
  settle() {
    const nodes = [...(this.#root()?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
    if (nodes.some(({ style }) => style.translate)) void this.change();
  }

  /** Keep `old` on display while the table turns over or the last card flies; then show the new view. */
  hold(old: View, now: View, show: () => void): boolean {
    const root = this.#root();
    if (calm() || !root || !old.observation || old.summary || old.over || now.curtain) return false;
    const over = now.events.findLast((event) => event.type === "round_ended");
    if (!over && now.observation?.side === old.observation.side) return false;
    this.past = old;
    this.#release = () => {
      clearTimeout(this.#timer);
      this.#release = this.past = this.winner = null;
      if (!over) this.#land(old);
      show();
      return true;
    };
    if (over) this.#finishRound(over.seat, now.events.findLast((event) => event.type === "discarded" || event.type === "hit"), old);
    else this.#turn(0, 90, "ease-in");
    this.#timer = setTimeout(() => this.release(), over ? CHEER : TURN);
    return true;
  }

  /** Skip to the new view at once; return true if one was waiting. An action meant for the old view does nothing else. */
  release(): boolean {
    return this.#release?.() ?? false;
  }

  #glide(node: Element, from: DOMRect | undefined, to: DOMRect) {
    if (from && (from.x !== to.x || from.y !== to.y)) this.#animate(node, [{ transform: between(from, to) }, { transform: "none" }], GLIDE, 0);
  }

  #fly({ from: name, after }: Move, node: Element | undefined, from: DOMRect | undefined, to: DOMRect | undefined) {
    if (!node || !from || !to) return;
    const start = { transform: between(from, to), opacity: name.startsWith("seat") || after ? 0 : 1 };
    this.#animate(node, [start, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], FLY, after);
    node.setAttribute("data-flying", "");
  }

  #animate(node: Element, frames: Keyframe[], duration: number, delay: number) {
    const moving = (node as HTMLElement).dataset;
    moving.moving = "";
    const animation = node.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
    this.#running.set(node, animation);
    animation.onfinish = animation.oncancel = () => {
      if (this.#running.get(node) !== animation) return;
      this.#running.delete(node);
      delete moving.moving;
      delete moving.flying;
    };
  }

  /** Fly cards that are hidden at their destination. */
  async #flyGhosts(ghosts: { move: Move; from?: DOMRect; to?: DOMRect }[]) {
    const origin = this.#root()!.querySelector("[data-flights]")!.getBoundingClientRect();
    const found = ghosts.flatMap(({ move, from, to }) => (from && to ? [{ move, from: card(from, move.from), to: card(to, move.to), id: ++this.#count }] : []));
    if (!found.length) return;
    // Draw the elements under the flights first: a whole deal in one frame would be late.
    await new Promise<void>(nextFrame);
    this.flights = [...this.flights, ...found.map(({ id, move, to }) => ({ id, word: move.word, style: `left:${to.x - origin.x}px;top:${to.y - origin.y}px;width:${to.width}px` }))];
    await tick();
    const flown = found.map(({ id, move, from, to }) => {
      const frames = [{ transform: between(from, to), opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.8 }, { transform: "none", opacity: 0 }];
      return this.#root()?.querySelector(`[data-flight="${id}"]`)?.animate(frames, { duration: FLY + 60, delay: move.after, easing: EASE, fill: "both" }).finished;
    });
    await Promise.allSettled(flown);
    this.flights = this.flights.filter(({ id }) => !found.some((flight) => flight.id === id));
  }

  /** Start the second half of turning over, once the first frame is drawn. */
  #land(old: View) {
    this.behind = old;
    nextFrame(() => {
      this.behind = null;
      this.#turn(-90, 0, "ease-out");
    });
  }

  /** Turn the table; after the first half it stays edge-on until the second one starts. */
  #turn(from: number, to: number, easing: string) {
    const felt = this.#root()?.querySelector<HTMLElement>("[data-felt]");
    const at = (degrees: number) => `perspective(4000px) rotateY(${degrees}deg)`;
    const before = this.#turning;
    this.#turning = felt?.animate([{ transform: at(from) }, { transform: at(to) }], { duration: TURN, easing, fill: to ? "both" : "backwards" });
    before?.cancel();
  }

  /** Fly the last card of a round, and highlight the seat that went out. */
  #finishRound(seat: number | null, last: DiscardedEvent | HitEvent | undefined, old: View) {
    const boxes = this.boxes();
    const own = seat === old.you;
    const from = own ? [...boxes.keys()].find((at) => at.startsWith("hand ")) : `seat ${seat}`;
    this.winner = seat;
    if (!from || !last?.card) return;
    // The card flies as a ghost: the page still shows the previous view.
    if (own) this.#root()!.querySelectorAll('[data-at^="hand "]').forEach((node) => node.animate({ opacity: [0, 0] }, CHEER));
    const to = boxes.get(last.type === "hit" ? `laid ${last.owner}-${last.group} 0` : "discard");
    void this.#flyGhosts([{ move: { to: "", from, after: 0, word: upWord(last.card) }, from: boxes.get(from), to }]);
  }
}

/** Wait two frames: a frame requested now may be the one being drawn. */
const nextFrame = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));

const name = (node: Element) => (node as HTMLElement).dataset.at!;

const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

function between(from: DOMRect, to: DOMRect): string {
  const [a, b] = [middle(from), middle(to)];
  return `translate(${a.x - b.x}px,${a.y - b.y}px) scale(${Math.min(from.width, from.height / 1.44) / to.width})`;
}

/** Return the box of a card; for a seat, one card in its middle. */
function card(box: DOMRect, at: string): DOMRect {
  if (!at.startsWith("seat")) return box;
  const { x, y } = middle(box);
  return new DOMRect(x - 12, y - 17, 24, 34);
}

