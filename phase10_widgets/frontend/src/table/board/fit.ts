/** The parameters of `fit`: the number of levels, and a value that changes whenever the content does. */
export interface Fit {
  levels: number;
  content: unknown;
}

/** The first level of `data-fit`, with every detail. */
export const FINEST = "0";

const over = (node: Element) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;

/**
 * Action: show an element in as much detail as its size allows. `data-fit` is the first level, from 0, at which nothing
 * overflows; the level's styles do the rest. An inner element marked `data-tight` must not overflow either.
 */
export function fit(node: HTMLElement, { levels }: Fit) {
  let level = 0;
  function choose() {
    const inside = [node, ...node.querySelectorAll("[data-tight]")];
    const fits = (at: number) => {
      node.dataset.fit = String(at);
      return !inside.some(over);
    };
    // Moving cards count where they will rest, see theme.css.
    node.dataset.resting = "";
    // Each try costs a layout, and most changes leave the level unchanged: start there.
    if (fits(level)) while (level > 0 && fits(level - 1)) level--;
    else while (level < levels - 1 && !fits(++level));
    node.dataset.fit = String(level);
    delete node.dataset.resting;
  }
  const sizes = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(choose);
  sizes?.observe(node);
  choose();
  return { update: choose, destroy: () => sizes?.disconnect() };
}
