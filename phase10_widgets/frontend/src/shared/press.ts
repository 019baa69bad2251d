// The second press of a double press is meant for the element of the first one. An element that has appeared since, or
// has a new label, ignores it: nobody can have meant it. A key that is held down presses repeatedly.

/** The time within which a second tap belongs to the first, in milliseconds, and its distance, in pixels. A mouse counts its clicks itself. */
export const DOUBLE = { time: 400, far: 30 };

const PRESSED = "button, a, summary, label, input, select, textarea";
/** Adjacent choices, such as the cards of a hand, none of which moves when one is chosen. */
const CHOICE = "[aria-pressed], [type='radio']";

interface Press {
  node: Element | null;
  /** The adjacent choices. */
  beside: ReadonlySet<Element>;
  says: string;
  at: number;
  x: number;
  y: number;
}

/** Return the control that a press on this element presses. */
function pressed(target: EventTarget | undefined): Element | null {
  if (!(target instanceof Element)) return null;
  const node = target.closest(PRESSED) ?? target;
  return node instanceof HTMLLabelElement ? (node.control ?? node) : node;
}

function others(node: Element | null): ReadonlySet<Element> {
  const list = node?.matches(CHOICE) ? node.closest("fieldset, [role]:not(button, input)")?.querySelectorAll(CHOICE) : undefined;
  return new Set([...(list ?? [])].filter((each) => each !== node));
}

/** Return text without its symbols, which only count or show a state. */
function words(node: Node): string {
  if (node instanceof Text) return node.data;
  const sign = node instanceof Element && node.getAttribute("aria-hidden") === "true";
  return sign ? "" : [...node.childNodes].map(words).join("");
}
const saying = (node: Element | null) => (node?.matches(PRESSED) ? [node.getAttribute("data-act"), node.getAttribute("aria-label"), words(node)].join("\n") : "");

/** Drop second presses inside `root`, wherever the first one was; return a function that ends this. */
export function steady(root: HTMLElement): () => void {
  let last: Press | null = null;
  const drop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const changed = (node: Element | null) => last === null || (!last.beside.has(node!) && (last.node !== node || last.says !== saying(node)));
  const doubled = ({ detail, pointerType, clientX, clientY }: PointerEvent) =>
    detail > 1 || (detail === 1 && (pointerType === "touch" || pointerType === "pen") && last !== null && performance.now() - last.at < DOUBLE.time && Math.hypot(clientX - last.x, clientY - last.y) < DOUBLE.far);
  function click(event: PointerEvent) {
    const path = event.composedPath();
    const node = pressed(path[0]);
    if (path.includes(root) && doubled(event) && changed(node)) return drop(event);
    last = { node, beside: others(node), says: saying(node), at: performance.now(), x: event.clientX, y: event.clientY };
  }
  function keydown(event: KeyboardEvent) {
    const path = event.composedPath();
    const node = pressed(path[0]);
    const presses = event.repeat && (event.key === "Enter" || event.key === " ");
    if (presses && path.includes(root) && !node?.matches("input, textarea, select") && changed(node)) drop(event);
  }
  const listening = { capture: true };
  window.addEventListener("click", click as EventListener, listening);
  window.addEventListener("keydown", keydown, listening);
  return () => {
    window.removeEventListener("click", click as EventListener, listening);
    window.removeEventListener("keydown", keydown, listening);
  };
}
