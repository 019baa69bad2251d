/** How small the page of a projector may become, and by how much at a time. */
const [LEAST, STEP] = [0.5, 0.96];

/** Attachment: make all that is in the element smaller until it fits the window, for nobody scrolls a projector. */
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
