/** Action: the node's own style. Svelte's attribute of that name also takes what we never give it, and is larger. */
export function styled(node: HTMLElement, style: string) {
  const update = (now: string) => void (node.style.cssText = now);
  update(style);
  return { update };
}
