import { tick } from "svelte";
import { calm } from "../../shared/preferences";
import { upWord } from "../../shared/cards";
import { between, center, CHEER, DEALT, dealt, EASE, flight, ghost, middle, SPRING, turned, type Point } from "./keyframes";
import { DEAL, type Move } from "./moves";
import type { DiscardedEvent, Group, HitEvent, View } from "../../protocol/table";

/** A card that flies over the table for a moment. */
export interface Flight {
  id: number;
  style: string;
  word?: string;
}

/** A moment that fills the table: a phase laid down, a seat that goes out, or a game won or lost. */
export interface Scene {
  seat: number;
  words: string;
  /** A second, smaller line. */
  line?: string;
  groups: Group[];
  /** The phase that was laid down. */
  phase?: number;
  /** The card with which the seat went out. */
  last?: string;
  /** True if the last card flies first. */
  late?: boolean;
  mood?: "won" | "lost";
}

type Boxes = Map<string, DOMRect>;

/** The duration of a scene, in milliseconds; the next view waits for its end. */
export const SCENE = 1700;

/** The time for which a phase is stamped on its groups, after its scene, and the time until a late scene ends, in milliseconds. */
export const STAMP = 2600;
const OUT = 1900;

/** The durations of a glide and of half a turn, in milliseconds. */
const GLIDE = 220;
const TURN = 260;

/** Animates cards from their old places to their new ones: reads all boxes first, then starts all motions. */
export class Animations {
  /** The view that stays on display while the table turns over or the last card of a round flies. */
  past = $state.raw<View | null>(null);
  /** The previous view, still shown for the felt and the other hands: at the edge-on moment the table is drawn in two frames. */
  behind = $state.raw<View | null>(null);
  flights = $state.raw<Flight[]>([]);
  /** The seat that just went out. */
  winner = $state.raw<number | null>(null);
  scene = $state.raw<Scene | null>(null);
  /** The seat that has just laid down a phase: its groups are stamped. */
  laid = $state.raw<number | null>(null);
  readonly #root: () => HTMLElement | null;
  readonly #running = new Map<Element, Animation>();
  #count = 0;
  #release: (() => true) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turning: Animation | undefined;
  #curtain: ReturnType<typeof setTimeout> | undefined;
  #stamp: ReturnType<typeof setTimeout> | undefined;

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
    for (const [at, node] of nodes) if ((at.startsWith("hand ") || strayed.has(node)) && !moved.has(at)) this.#glide(node, before.get(at), after.get(at)!, strayed.has(node) ? SPRING : EASE);
    const hand = center([...after].flatMap(([at, box]) => (at.startsWith("hand ") ? [box] : [])));
    for (const move of list) if (!move.ghost) this.#fly(move, nodes.get(move.to), before.get(move.from) ?? after.get(move.from), after.get(move.to), hand);
    // The others' fans fill up, and nothing reveals more than the cards on the table.
    const fans = new Set(list.flatMap((move) => (move.times ? [move.to] : [])));
    for (const to of fans) nodes.get(to)?.animate({ opacity: [0, 1] }, { duration: DEAL.cards + DEAL.flight, easing: "steps(10)", id: "deal" });
    if (fans.size) for (const node of root.querySelectorAll("[data-after-deal]")) node.animate({ opacity: [0, 0] }, { duration: DEAL.cards + DEAL.flight + DEAL.turn, id: "deal" });
    await this.#flyGhosts(list.filter(({ ghost }) => ghost).map((move) => ({ move, from: before.get(move.from) ?? after.get(move.from), to: after.get(move.to) })));
  }

  /** Let dropped cards glide to their places. */
  settle() {
    const nodes = [...(this.#root()?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
    if (nodes.some(({ style }) => style.translate)) void this.change();
  }

  /** Play a scene over the table; where the system asks for less motion, only what stays of it. */
  stage(scene: Scene | null) {
    if (!scene) return;
    clearTimeout(this.#curtain);
    this.scene = scene;
    if (calm()) this.#clear();
    else this.#curtain = setTimeout(() => this.#endScene(), SCENE);
  }

  /** Remove the scene; a phase stays stamped on its groups for a while. */
  #clear() {
    const { scene } = this;
    this.scene = null;
    if (scene?.phase === undefined) return;
    clearTimeout(this.#stamp);
    this.laid = scene.seat;
    this.#stamp = setTimeout(() => (this.laid = null), STAMP);
  }

  /** End the scene; return true if a view waited for its end. */
  #endScene(): boolean {
    clearTimeout(this.#curtain);
    if (!this.scene) return false;
    this.#clear();
    return this.release();
  }

  /** Keep `old` on display during a scene, and while the table turns over or the last card flies; then show the new view. */
  hold(old: View, latest: () => View, show: () => void): boolean {
    if (this.scene) {
      this.past = old;
      this.#release = () => {
        this.#release = this.past = null;
        this.#clear();
        if (!this.hold(old, latest, show)) show();
        return true;
      };
      return true;
    }
    const now = latest();
    const root = this.#root();
    if (calm() || !root || !old.observation || old.summary || old.over || now.curtain) return false;
    const over = now.events.findLast((event) => event.type === "round_ended");
    if (!over && now.observation?.side === old.observation.side) return false;
    this.past = old;
    this.#release = () => {
      clearTimeout(this.#timer);
      this.#release = this.past = this.winner = this.scene = null;
      this.flights = [];
      if (!over) this.#land(old);
      show();
      return true;
    };
    const last = now.events.findLast((event) => event.type === "discarded" || event.type === "hit");
    if (over && over.seat !== null) this.scene = { seat: over.seat, words: over.text, groups: [], last: last?.seat === over.seat ? (last.card ?? undefined) : undefined, late: true };
    if (over) this.#finishRound(over.seat, last, old);
    else this.#turn(0, 90, "ease-in");
    this.#timer = setTimeout(() => this.release(), over ? OUT : TURN);
    return true;
  }

  /** Skip to the new view at once; return true if one was waiting. An action meant for the old view does nothing else. */
  release(): boolean {
    return this.#release?.() ?? false;
  }

  /** End all decorative motion at once: a deal, a scene, the counting of points, a celebration; return true if that changed the view. */
  skip(): boolean {
    for (const animation of this.#root()?.getAnimations({ subtree: true }) ?? []) {
      const { target } = animation.effect as KeyframeEffect;
      if (animation.id || target?.closest('[data-kind="result"]')) animation.finish();
    }
    return this.#endScene();
  }

  #glide(node: Element, from: DOMRect | undefined, to: DOMRect, easing = EASE) {
    if (from && (from.x !== to.x || from.y !== to.y)) this.#animate(node, [{ transform: between(from, to) }, { transform: "none" }], { duration: GLIDE, easing });
  }

  #fly(move: Move, node: Element | undefined, from: DOMRect | undefined, to: DOMRect | undefined, hand: Point) {
    if (!node || !from || !to) return;
    const { after: delay, fan } = move;
    // The card moves, but not its button, so that it can be pressed at its destination.
    if (fan !== undefined) return this.#animate(node.querySelector("[data-look]")!, dealt(fan, from, to, hand, delay), { duration: DEALT, id: "deal" });
    if (move.turns) return this.#animate(node, turned(from, to)[1], { duration: DEAL.turn / 2, delay: delay + DEAL.turn / 2, easing: EASE, id: "deal" });
    this.#animate(node, ...flight(move, from, to));
    node.setAttribute("data-flying", "");
  }

  #animate(node: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) {
    const moving = (node as HTMLElement).dataset;
    moving.moving = "";
    const animation = node.animate(frames, { fill: "backwards", ...timing });
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
    // Draw the elements under the flights first: a whole deal in one frame would take too long.
    await new Promise<void>(nextFrame);
    this.flights = [...this.flights, ...found.map(({ id, move, to }) => ({ id, word: move.word, style: `left:${to.x - origin.x}px;top:${to.y - origin.y}px;width:${to.width}px` }))];
    await tick();
    const flown = found.map(({ id, move, from, to }) => {
      return this.#root()?.querySelector(`[data-flight="${id}"]`)?.animate(...ghost(move, from, to)).finished;
    });
    await Promise.allSettled(flown);
    this.flights = this.flights.filter(({ id }) => !found.some((flight) => flight.id === id));
  }

  /** Start the second half of the turn once the first frame is drawn. */
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
    const move = { to: "", from, after: 0, word: upWord(last.card), last: true };
    void this.#flyGhosts([{ move, from: boxes.get(from), to: last.type === "hit" ? end(boxes, last) : boxes.get("discard") }]);
  }
}

/** The place after a card that is hit on a group. */
function end(boxes: Boxes, { owner, group, end }: HitEvent): DOMRect | undefined {
  const cards = [...boxes].flatMap(([at, box]) => (at.startsWith(`laid ${owner}-${group} `) ? [box] : []));
  const box = cards.at(end === "low" ? 0 : -1);
  return box && new DOMRect(box.x + (end === "low" ? -0.5 : 0.5) * box.width, box.y, box.width, box.height);
}

/** Wait two frames: a frame requested now may be the one being drawn. */
const nextFrame = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));

const name = (node: Element) => (node as HTMLElement).dataset.at!;

/** Return the box of a card; for a seat, one card in its middle. */
function card(box: DOMRect, at: string): DOMRect {
  if (!at.startsWith("seat")) return box;
  const { x, y } = middle(box);
  return new DOMRect(x - 12, y - 17, 24, 34);
}

