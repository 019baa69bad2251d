/** Attachment: report the element's width, now and on every change. */
export const measured = (report: (width: number) => void) => (element: HTMLElement) => {
  const watch = new ResizeObserver(([entry]) => report(Math.floor(entry!.contentRect.width)));
  watch.observe(element);
  return () => watch.disconnect();
};

/** Return a unique element id: several widgets share a page, each with its own script. */
export const unique = () => `p10-${Math.random().toString(36).slice(2)}`;
