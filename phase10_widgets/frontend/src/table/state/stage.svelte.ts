import { tick } from "svelte";
import { upWord } from "../../shared/cards";
import type { Move } from "./motion";
import type { DiscardedEvent, HitEvent, View } from "../../protocol/table";

/** A card that flies over the table for a moment. */
export interface Flight {
  id: number;
  style: string;
  word?: string;
}

type Boxes = Map<string, DOMRect>;

const FLY = 300;
const GLIDE = 220;
const TURN = 260;
const CHEER = 900;
const EASE = "cubic-bezier(.25,.7,.35,1)";

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Moves the cards from where they were to where they are. It reads all boxes first and then starts all motions. */
export class Stage {
  /** The view still shown, while the table turns over or the last card of a round flies. */
  past = $state.raw<View | null>(null);
  /** The view before, of which the felt and the other hands are still shown: on its edge the table is drawn in two frames. */
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

  /** Every named place and where it is now. */
  boxes(): Boxes {
    const nodes = calm() ? [] : (this.#root()?.querySelectorAll("[data-at]") ?? []);
    return new Map([...nodes].map((node) => [name(node), node.getBoundingClientRect()]));
  }

  /** Shows a change: what is found in both places glides, and the moves fly. Call it before the page has changed. */
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
    // Nothing is seen to move while the table stands on its edge.
    if (!root?.isConnected || calm() || this.behind) return;
    const after: Boxes = new Map([...nodes].map(([at, node]) => [at, node.getBoundingClientRect()]));
    const moved = new Set(list.flatMap(({ to, from }) => [to, from]));
    for (const [at, node] of nodes) if ((at.startsWith("hand ") || strayed.has(node)) && !moved.has(at)) this.#glide(node, before.get(at), after.get(at)!);
    for (const move of list) if (!move.ghost) this.#fly(move, nodes.get(move.to), before.get(move.from) ?? after.get(move.from), after.get(move.to));
    await this.#haunt(list.filter(({ ghost }) => ghost).map((move) => ({ move, from: before.get(move.from) ?? after.get(move.from), to: after.get(move.to) })));
  }

  /** What still lies where it was dropped glides to its place. */
  settle() {
    const nodes = [...(this.#root()?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
    if (nodes.some(({ style }) => style.translate)) void this.change();
  }

  /** Keeps `old` on show while the table turns over or the last card flies; then shows what has come. */
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
    if (over) this.#finale(over.seat, now.events.findLast((event) => event.type === "discarded" || event.type === "hit"), old);
    else this.#turn(0, 90, "ease-in");
    this.#timer = setTimeout(() => this.release(), over ? CHEER : TURN);
    return true;
  }

  /** Whoever is in a hurry sees the new view at once; whether there was one to come. An action meant for the old view does nothing else. */
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
    };
  }

  /** Flies cards that are not to be seen where they arrive. */
  async #haunt(ghosts: { move: Move; from?: DOMRect; to?: DOMRect }[]) {
    const origin = this.#root()!.querySelector("[data-flights]")!.getBoundingClientRect();
    const found = ghosts.flatMap(({ move, from, to }) => (from && to ? [{ move, from: card(from, move.from), to: card(to, move.to), id: ++this.#count }] : []));
    if (!found.length) return;
    // What they fly over is drawn first: a whole deal in one frame would be late.
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

  /** The second half of turning over, once the first frame is drawn. */
  #land(old: View) {
    this.behind = old;
    nextFrame(() => {
      this.behind = null;
      this.#turn(-90, 0, "ease-out");
    });
  }

  /** Where the first half ends the table stays until the second begins. */
  #turn(from: number, to: number, easing: string) {
    const felt = this.#root()?.querySelector<HTMLElement>("[data-felt]");
    const at = (degrees: number) => `perspective(4000px) rotateY(${degrees}deg)`;
    const before = this.#turning;
    this.#turning = felt?.animate([{ transform: at(from) }, { transform: at(to) }], { duration: TURN, easing, fill: to ? "both" : "backwards" });
    before?.cancel();
  }

  /** The last card of a round flies, and the seat that went out shines. */
  #finale(seat: number | null, last: DiscardedEvent | HitEvent | undefined, old: View) {
    const boxes = this.boxes();
    const own = seat === old.you;
    const from = own ? [...boxes.keys()].find((at) => at.startsWith("hand ")) : `seat ${seat}`;
    this.winner = seat;
    if (!from || !last?.card) return;
    // The card flies as a ghost: the page still shows the view before.
    if (own) this.#root()!.querySelectorAll('[data-at^="hand "]').forEach((node) => node.animate({ opacity: [0, 0] }, CHEER));
    const to = boxes.get(last.type === "hit" ? `laid ${last.owner}-${last.group} 0` : "discard");
    void this.#haunt([{ move: { to: "", from, after: 0, word: upWord(last.card) }, from: boxes.get(from), to }]);
  }
}

/** A frame that is asked for now may be the one being drawn: the one after it is the next for certain. */
const nextFrame = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));

const name = (node: Element) => (node as HTMLElement).dataset.at!;

const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

function between(from: DOMRect, to: DOMRect): string {
  const [a, b] = [middle(from), middle(to)];
  return `translate(${a.x - b.x}px,${a.y - b.y}px) scale(${Math.min(from.width, from.height / 1.44) / to.width})`;
}

/** Of a seat, one card in its middle. */
function card(box: DOMRect, at: string): DOMRect {
  if (!at.startsWith("seat")) return box;
  const { x, y } = middle(box);
  return new DOMRect(x - 12, y - 17, 24, 34);
}

