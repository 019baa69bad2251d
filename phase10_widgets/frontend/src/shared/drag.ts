// Pointer drags: an addition to selecting and pressing, never the only way.

export interface Target {
  node: HTMLElement;
  box: DOMRect;
  drop: (at: { x: number; y: number }) => void;
  /** True for a target that a throw flies over: a drop here is a slow one. */
  flownOver?: boolean;
}

export interface Lifted {
  targets: Target[];
  /** Called when the drag ends without a drop: the card goes back. */
  cancel: () => void;
  /** Called when the card is thrown upward, at no target or over one that a throw flies over. */
  throw?: (at: { x: number; y: number }) => void;
}

/** A draggable; `lift` is called when the drag starts and returns null if nothing may be dragged. */
export interface Draggable {
  lift: () => Lifted | null;
  /** True on a page that does not scroll: a finger may drag upward at once. */
  still?: () => boolean;
}

/** The distance a pointer travels before a press becomes a drag, in pixels. */
export const THRESHOLD = 6;
/** The time a finger rests before it may also drag upward, which would otherwise scroll the page, in milliseconds. */
export const REST = 300;
/** The minimum distance of a throw, in pixels, its minimum speed at the end, in pixels per millisecond, and the longest rest before the release, in milliseconds. */
export const THROW = { far: 60, fast: 0.4, rest: 80 };

/** Interpret a pointer's movement: "wait", "drag", or "leave" for a finger that scrolls the page. */
export function meaning(touch: boolean, rested: boolean, dx: number, dy: number): "wait" | "drag" | "leave" {
  if (rested) return "drag";
  if (Math.hypot(dx, dy) < THRESHOLD) return "wait";
  return touch && Math.abs(dy) > Math.abs(dx) ? "leave" : "drag";
}

const inside = ({ box }: Target, x: number, y: number) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Action: the node follows the pointer and can be dropped on a target. */
export function drag(node: HTMLElement, given: Draggable) {
  let options = given;
  let start: { x: number; y: number; id: number; touch: boolean } | null = null;
  let lifted: Lifted | null = null;
  let over: Target | null = null;
  let dragged = false;
  let rested = false;
  /** The upward speed of the last movement. */
  let speed = 0;
  /** The last movement, and when the finger made it: a busy page learns of it later. */
  let last = { y: 0, at: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const page = node.ownerDocument;

  function light(target: Target | null) {
    if (target === over) return;
    if (over) delete over.node.dataset.over;
    if (target) target.node.dataset.over = "";
    over = target;
  }

  function end(): Lifted | null {
    const was = lifted;
    clearTimeout(timer);
    light(null);
    start = lifted = null;
    rested = false;
    delete node.dataset.dragged;
    for (const [type, listener] of outside) page.removeEventListener(type, listener as EventListener, true);
    return was;
  }

  const cancel = () => end()?.cancel();

  function escape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !lifted) return;
    event.stopPropagation();
    cancel();
  }

  function begin(): boolean {
    lifted = options.lift();
    if (!lifted || !start) return false;
    dragged = true;
    node.dataset.dragged = "";
    node.setPointerCapture?.(start.id);
    return true;
  }

  function down({ pointerType, button, isPrimary, pointerId, clientX, clientY, timeStamp }: PointerEvent) {
    dragged = false;
    if (button || !isPrimary) return cancel();
    const touch = pointerType === "touch";
    start = { x: clientX, y: clientY, id: pointerId, touch };
    speed = 0;
    last = { y: clientY, at: timeStamp };
    for (const [type, listener] of outside) page.addEventListener(type, listener as EventListener, true);
    if (touch) timer = setTimeout(() => (rested = start !== null && begin()), REST);
  }

  function move({ pointerId, clientX, clientY, timeStamp }: PointerEvent) {
    if (!start || pointerId !== start.id) return;
    const [dx, dy] = [clientX - start.x, clientY - start.y];
    speed = (last.y - clientY) / Math.max(1, timeStamp - last.at);
    last = { y: clientY, at: timeStamp };
    if (!lifted) {
      const means = meaning(start.touch && !options.still?.(), rested, dx, dy);
      if (means === "wait") return;
      if (means === "leave" || !begin()) return void end();
    }
    node.style.translate = `${dx}px ${dy}px`;
    light(lifted!.targets.find((target) => inside(target, clientX, clientY)) ?? null);
  }

  function up({ clientX, clientY, timeStamp }: PointerEvent) {
    const target = over;
    const thrown = start !== null && start.y - clientY >= THROW.far && speed >= THROW.fast && timeStamp - last.at < THROW.rest;
    const was = end();
    const throws = thrown && (!target || target.flownOver) ? was?.throw : undefined;
    if (throws) throws({ x: clientX, y: clientY });
    else if (was && target) target.drop({ x: clientX, y: clientY });
    else was?.cancel();
  }

  const still = (event: Event) => void (lifted && event.preventDefault());

  // A fast pointer leaves the node before it becomes a drag.
  const outside: [string, (event: never) => void][] = [
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", cancel],
    ["keydown", escape],
  ];
  const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ["pointerdown", down],
    // A finger is captured by what it touches, inside the node, until the node captures it.
    ["lostpointercapture", ({ target }: Event) => target === node && cancel()],
    // During a drag the page does not scroll, and the press is not a click.
    ["touchmove", still, { passive: false }],
    ["contextmenu", still],
    ["click", (event: Event) => dragged && (event.stopPropagation(), event.preventDefault()), { capture: true }],
  ];
  for (const [type, listener, how] of listeners) node.addEventListener(type, listener as EventListener, how);
  return {
    update: (next: Draggable) => void (options = next),
    destroy: () => {
      end();
      for (const [type, listener, how] of listeners) node.removeEventListener(type, listener as EventListener, how);
    },
  };
}
