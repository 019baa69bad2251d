export type Origin = DOMRect | Element | null | undefined;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const box = (origin: Origin) => (origin instanceof Element ? origin.getBoundingClientRect() : origin);

function slide(node: Element, from: DOMRect | null | undefined, ms: number) {
  if (!from || calm()) return;
  const to = node.getBoundingClientRect();
  const dx = from.x + from.width / 2 - (to.x + to.width / 2);
  const dy = from.y + from.height / 2 - (to.y + to.height / 2);
  if (dx || dy) node.animate([{ transform: `translate(${dx}px,${dy}px)` }, { transform: "none" }], { duration: ms, easing: "ease-out" });
}

/** Action: a card that appears comes from where it was; null means that it was here before. */
export function fly(node: Element, from: () => Origin) {
  slide(node, box(from()), 280);
}

/** Notes where the children of `list` are; the function returned lets them glide to their new places. */
export function glide(list: Element) {
  const before = new Map([...list.children].map((child) => [child, child.getBoundingClientRect()]));
  return () => [...list.children].forEach((child) => slide(child, before.get(child), 220));
}

/** Action: turns the whole table over each time its number changes. */
export function turn(node: Element, _turned: number) {
  const at = (degrees: number) => `perspective(1400px) rotateY(${degrees}deg)`;
  const frames = [{ transform: at(-88), opacity: 0.2 }, { transform: at(8), opacity: 1, offset: 0.75 }, { transform: "none" }];
  return { update: () => void (calm() || node.animate(frames, { duration: 700, easing: "ease-out" })) };
}
