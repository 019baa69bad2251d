/** Return the address of another notebook in this one's folder; null where a page's address does not say where it is. */
export function notebookAddress(name: string, here = location.pathname): string | null {
  if (!name) return null;
  if (here.endsWith(".ipynb")) return `${name}.ipynb`;
  return here.includes("/voici/render/") ? `${name}.html` : null;
}
