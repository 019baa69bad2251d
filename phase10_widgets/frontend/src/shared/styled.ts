/** Action: set the node's style. Svelte's style attribute accepts more than we need, and costs more code. */
export function styled(node: HTMLElement | SVGElement, style: string) {
  const update = (now: string) => void (node.style.cssText = now);
  update(style);
  return { update };
}
