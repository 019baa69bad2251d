/** Action: mark a scrolling element with `data-more` while its last child, a mere end mark, is below the edge. */
export function more(node: HTMLElement) {
  if (typeof IntersectionObserver === "undefined") return {};
  const observer = new IntersectionObserver((seen) => node.toggleAttribute("data-more", !seen.at(-1)!.isIntersecting), { root: node, rootMargin: "0px 0px 4px" });
  observer.observe(node.lastElementChild!);
  return { destroy: () => observer.disconnect() };
}
