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
