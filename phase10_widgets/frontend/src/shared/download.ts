import type { SavedFile } from "../protocol/ui";

/** Offer a file for download. */
export function offer(name: string, content: Blob, root: HTMLElement | null) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  root?.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Offer a file from Python for download. */
export const download = ({ name, text }: SavedFile, root: HTMLElement | null) => offer(name, new Blob([text], { type: "application/json" }), root);
