import type { SavedFile } from "./protocol";

/** Offers a file of Python's for download. */
export function download({ name, text }: SavedFile, root: HTMLElement | null) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  root?.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
