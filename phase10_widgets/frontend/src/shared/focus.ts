export const active = (root: HTMLElement) => (root.getRootNode() as Document | ShadowRoot).activeElement;

/** Return true if the focus is inside `root`. */
export const holdsFocus = (root: HTMLElement | null) => Boolean(root?.contains(active(root)));

/** Blur the focused element before it is removed: removal with focus costs the browser an extra layout. */
export function leave(root: HTMLElement, going: string) {
  const now = active(root) as HTMLElement | null;
  if (now?.closest(going)) now.blur();
}

const FALLBACKS = ['[data-act="continue"]', '[data-act="again"]', '[data-act="ready"]', '[data-act="choose-phase"]', "[data-hand-card][tabindex='0']", "[data-act]"];

/** Restore the focus after the focused element was removed or disabled: never let it fall to the page behind. */
export function rescue(root: HTMLElement) {
  const now = active(root);
  if (now && root.contains(now) && !(now as HTMLButtonElement).disabled) return;
  for (const selector of FALLBACKS) {
    const next = root.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
    if (next) return next.focus({ preventScroll: true });
  }
}

/** Show a new screen from its top: in its own frame, and on the page as well if `root` holds the focus. */
export function toTop(root: HTMLElement) {
  for (const frame of root.children) frame.scrollTop = 0;
  if (!holdsFocus(root)) return;
  const { top } = root.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) root.scrollIntoView({ block: "start" });
}

/** Call `then` once `root` is in the page: hosts attach a widget some frames after creating it. Return a function that cancels. */
export function whenAttached(root: HTMLElement, then: () => void) {
  let frame = 0;
  const look = () => {
    if (root.isConnected && root.getClientRects().length) then();
    else frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
