/** The minimum scale of a projector's page, and the size of a step. */
const [LEAST, STEP] = [0.5, 0.96];

/** Attachment: shrink the element's content until it fits the window, since nobody scrolls a projector. */
export function projected(element: HTMLElement) {
  const page = element.ownerDocument.documentElement;
  function fit() {
    let fitted = 1;
    const show = () => element.style.setProperty("--fitted", String(fitted));
    for (show(); page.scrollHeight > innerHeight && fitted > LEAST; show()) fitted *= STEP;
  }
  const watch = new MutationObserver(fit);
  watch.observe(element, { childList: true, characterData: true, subtree: true });
  addEventListener("resize", fit);
  fit();
  return () => {
    watch.disconnect();
    removeEventListener("resize", fit);
    element.style.removeProperty("--fitted");
  };
}
