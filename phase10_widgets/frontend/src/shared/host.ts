/** Return true if the widget is the page: Voilà's pages, the site's and ours are made for one, a notebook is not. */
export const ownsPage = () => document.body.matches('[data-voila], [data-p10="page"]');

/** Return the address of a lesson's page, of which `end` is the end; null where there are no such pages, as in a notebook. */
export const lessonAddress = (end: string): string | null => document.body.dataset.lessons?.replace("*", () => end) ?? null;

/** Keep the rest of the page out of reach while `root` covers it, except what is marked as beside it; return a function that gives it back. */
export function coverPage(root: HTMLElement): () => void {
  const covered: HTMLElement[] = [];
  for (let node: HTMLElement | null = root; node && node !== document.body; node = node.parentElement)
    for (const other of node.parentElement?.children ?? [])
      if (other !== node && other instanceof HTMLElement && !other.inert && !other.matches("script, style, link, [data-beside]")) covered.push(other);
  for (const each of covered) each.inert = true;
  return () => covered.forEach((each) => (each.inert = false));
}
