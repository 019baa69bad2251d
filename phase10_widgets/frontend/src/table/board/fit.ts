/** The parameters of `fit`: the number of levels, and a value that changes whenever the content does. */
export interface Fit {
  levels: number;
  content: unknown;
  /** The widths of cards to try first, largest first: `--laid`, in pixels, with every detail; `data-sized` is set. */
  sizes?: number[];
  /** The widths to try next, without `data-sized`. */
  smaller?: number[];
  /** Called whenever a level has been chosen. */
  chosen?: (node: HTMLElement) => void;
}

/** The first level of `data-fit`, with every detail. */
export const FINEST = "0";

/** The levels after the finest. */
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const over = (node: Element) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;

/**
 * Action: show an element in as much detail as its size allows. `data-fit` is the first level, from 0, at which nothing
 * overflows, and `data-past` lists the levels up to it, without 0; their styles do the rest. An inner element marked `data-tight` must not overflow either;
 * one marked `data-part` may come and go with other elements.
 */
export function fit(node: HTMLElement, { levels, sizes = [], smaller = [], chosen }: Fit) {
  const widths = [...sizes, ...smaller];
  let level = 0;
  const last = widths.length + levels - 1;
  function show(at: number) {
    const past = Math.max(0, at - widths.length);
    node.dataset.fit = String(past);
    node.dataset.past = LEVELS.slice(0, past).join(" ");
    if (!widths.length) return;
    node.toggleAttribute("data-sized", at < sizes.length);
    node.style.setProperty("--laid", widths[at] === undefined ? "" : `${widths[at]}px`);
  }
  /** Return the first level that fits; of widths, each fits if the one before it does. */
  function first(fits: (at: number) => boolean): number {
    for (let [low, high] of [[0, sizes.length - 1], [sizes.length, widths.length - 1]] as [number, number][]) {
      if (low > high || !fits(high)) continue;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (fits(middle)) high = middle;
        else low = middle + 1;
      }
      return low;
    }
    let at = widths.length;
    while (at < last && !fits(at)) at++;
    return at;
  }
  function choose() {
    const inside = [node, ...node.querySelectorAll("[data-tight]")];
    const fits = (at: number) => {
      show(at);
      return !inside.some(over);
    };
    // Moving cards count where they will rest, see theme.css.
    node.dataset.resting = "";
    // Each try costs a layout, and most changes leave the level unchanged. What a detail saves may depend on the content.
    const kept = (!widths.length || level < widths.length) && fits(level) && (level === 0 || !fits(level - 1));
    if (!kept) level = first(fits);
    show(level);
    delete node.dataset.resting;
    chosen?.(node);
  }
  const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(choose);
  observer?.observe(node);
  for (const part of node.querySelectorAll("[data-part]")) observer?.observe(part);
  choose();
  return { update: choose, destroy: () => observer?.disconnect() };
}
