import type { Branch, Part } from "../protocol/figures";

/** A mark's key and name. */
export type Marked = [key: string, name: string];

const branches = (branch: Branch): Branch[] => [branch, ...branch.children.flatMap(branches)];

function marksOf(part: Part): [key: string | undefined, name: string][] {
  switch (part.kind) {
    case "text":
      return [[part.key, part.text]];
    case "cards":
      return part.rows.map(({ key, title, note }) => [key, [title, note].filter(Boolean).join(": ")]);
    case "bars":
      return part.rows.map(({ key, name, values }) => [key, `${name}: ${values.flatMap((value) => value?.written ?? []).join(", ")}`]);
    case "lines":
      return part.lines.map(({ key, name }) => [key, name]);
    case "units":
      return part.groups.map(({ key, name, written }) => [key, `${name}: ${written}`]);
    case "tree":
      return branches(part.root).map(({ key, text, written, product }) => [key, [text, written, product].filter(Boolean).join(", ")]);
    case "formula":
      return part.lines.flat().map(({ key, text }) => [key, text.trim()]);
    case "table":
      return part.rows.map(({ key, cells }) => [key, cells.join(", ")]);
    default:
      return [];
  }
}

/** Return the keys of a part in order, without duplicates. */
export function keysOf(part: Part): Marked[] {
  const names = new Map<string, string>();
  for (const [key, name] of marksOf(part)) if (key && !names.has(key)) names.set(key, name);
  return [...names];
}

/** Return for each part the keys that no earlier part has; the keyboard reaches them there. */
export function firstKeys(parts: Part[]): Marked[][] {
  const seen = new Set<string>();
  return parts.map((part) => keysOf(part).filter(([key]) => !seen.has(key) && seen.add(key)));
}

const keyAt = (event: Event) => (event.target as Element).closest<HTMLElement | SVGElement>("[data-key]")?.dataset.key || null;
const OWN_CLICK = "button, a, input, select, label, summary, [role='treeitem']";

/** The highlighted marks: those of the key under the pointer, or of the pinned key. */
export class Links {
  #at = $state.raw<string | null>(null);
  #fixed = $state.raw<string | null>(null);

  get fixed() {
    return this.#fixed;
  }

  get pointed() {
    return this.#fixed ?? this.#at;
  }

  point(key: string | null) {
    this.#at = key;
  }

  /** Pin this key; a second call unpins it. */
  fix(key: string) {
    this.#fixed = this.#fixed === key ? null : key;
  }

  free() {
    this.#at = this.#fixed = null;
  }

  /** Attachment: handle pointing at marks, pressing them, and Escape. */
  readonly listen = (root: HTMLElement) => {
    const over = (event: PointerEvent) => event.pointerType !== "touch" && this.point(keyAt(event));
    const leave = () => this.point(null);
    const press = (event: MouseEvent) => {
      const key = keyAt(event);
      if (key && !(event.target as Element).closest(OWN_CLICK)) this.fix(key);
    };
    const escape = ({ key }: KeyboardEvent) => key === "Escape" && this.free();
    const listeners = { pointerover: over, pointerleave: leave, click: press, keydown: escape };
    for (const [type, listener] of Object.entries(listeners)) root.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) root.removeEventListener(type, listener as EventListener);
    };
  };

  /** Attachment: highlight the marks inside, including later ones. */
  readonly highlight = (root: HTMLElement) => {
    const highlight = () => {
      const { pointed } = this;
      for (const mark of root.querySelectorAll<HTMLElement | SVGElement>("[data-key]")) mark.toggleAttribute("data-pointed", pointed !== null && mark.dataset.key === pointed);
    };
    highlight();
    const watch = new MutationObserver(highlight);
    watch.observe(root, { childList: true, subtree: true });
    return () => watch.disconnect();
  };
}
