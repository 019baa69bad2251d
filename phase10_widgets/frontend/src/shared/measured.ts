/** Attachment: tells how wide the element is, now and whenever that changes. */
export const measured = (tell: (width: number) => void) => (element: HTMLElement) => {
  const watch = new ResizeObserver(([entry]) => tell(Math.floor(entry!.contentRect.width)));
  watch.observe(element);
  return () => watch.disconnect();
};

/** A name for an element of the page that nothing else has: several widgets share a page, each with its own script. */
export const unique = () => `p10-${Math.random().toString(36).slice(2)}`;
