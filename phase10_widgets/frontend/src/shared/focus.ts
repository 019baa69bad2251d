export const active = (root: HTMLElement) => (root.getRootNode() as Document | ShadowRoot).activeElement;

/** Whether the focus is inside `root` now. */
export const holdsFocus = (root: HTMLElement | null) => Boolean(root?.contains(active(root)));

/** Takes the focus from what is about to go: taken out with the focus on it, it costs the browser a layout of its own. */
export function leave(root: HTMLElement, going: string) {
  const now = active(root) as HTMLElement | null;
  if (now?.closest(going)) now.blur();
}

const FALLBACKS = ['[data-act="continue"]', '[data-act="again"]', '[data-act="ready"]', '[data-act="choose-phase"]', "[data-hand-card][tabindex='0']", "[data-act]"];

/** Gives the focus back after the focused thing left or became disabled: never to the page behind us. */
export function rescue(root: HTMLElement) {
  const now = active(root);
  if (now && root.contains(now) && !(now as HTMLButtonElement).disabled) return;
  for (const selector of FALLBACKS) {
    const next = root.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
    if (next) return next.focus({ preventScroll: true });
  }
}

/** Brings the top of a new screen into sight, if one would have to scroll for it. */
export function toTop(root: HTMLElement) {
  const { top } = root.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) root.scrollIntoView({ block: "start" });
}

/** Does something once `root` is in the page: hosts attach a widget some frames after it is made. The function returned calls it off. */
export function whenAttached(root: HTMLElement, then: () => void) {
  let frame = 0;
  const look = () => {
    if (root.isConnected && root.getClientRects().length) then();
    else frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
