/** Return true if the widget is the page: Voilà's pages and the site's are made for one, a notebook is not. */
export const ownsPage = () => document.body.dataset.voila !== undefined;

/** Keep the rest of the page out of reach while `root` covers it; return a function that gives it back. */
export function coverPage(root: HTMLElement): () => void {
  const covered: HTMLElement[] = [];
  for (let node: HTMLElement | null = root; node && node !== document.body; node = node.parentElement)
    for (const other of node.parentElement?.children ?? [])
      if (other !== node && other instanceof HTMLElement && !other.inert && !other.matches("script, style, link")) covered.push(other);
  for (const each of covered) each.inert = true;
  return () => covered.forEach((each) => (each.inert = false));
}
