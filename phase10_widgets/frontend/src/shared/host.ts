/** Return true if the widget is the whole page, as on Voilà's pages, the site's and our own, but not in a notebook. */
export const ownsPage = () => document.body.matches('[data-voila], [data-p10="page"]');

/** Return the URL of a lesson's page, which ends in `end`; null where there are no such pages, as in a notebook. */
export const lessonAddress = (end: string): string | null => document.body.dataset.lessons?.replace("*", () => end) ?? null;

/** Make the rest of the page inert while `root` covers it, except parts marked as beside it; return a function that restores it. */
export function coverPage(root: HTMLElement): () => void {
  const covered: HTMLElement[] = [];
  for (let node: HTMLElement | null = root; node && node !== document.body; node = node.parentElement)
    for (const other of node.parentElement?.children ?? [])
      if (other !== node && other instanceof HTMLElement && !other.inert && !other.matches("script, style, link, [data-beside]")) covered.push(other);
  for (const each of covered) each.inert = true;
  return () => covered.forEach((each) => (each.inert = false));
}
