/** Have the browser's back gesture call `close` instead of leaving the page; return a function that undoes this. */
export function onBack(close: () => void): () => void {
  let waiting = true;
  history.pushState(history.state, "");
  function back() {
    waiting = false;
    close();
  }
  addEventListener("popstate", back, { once: true });
  return () => {
    removeEventListener("popstate", back);
    if (waiting) history.back();
  };
}
