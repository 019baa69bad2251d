/**
 * Return the address of another notebook in this one's folder, at an anchor if one is named; null if a page's address does not
 * reveal the folder. Our own pages list the addresses of notebooks.
 */
export function notebookAddress(name: string, anchor = "", here = location.pathname): string | null {
  if (!name) return null;
  const place = anchor && `#${anchor}`;
  const { notebooks } = document.querySelector<HTMLElement>("#line")?.dataset ?? {};
  if (notebooks) {
    const page = (JSON.parse(notebooks) as Record<string, string>)[name];
    return page ? page + place : null;
  }
  return here.endsWith(".ipynb") ? `${name}.ipynb${place}` : null;
}
