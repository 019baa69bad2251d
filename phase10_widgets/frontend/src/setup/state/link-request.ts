/** A game that the link to this page asks for: the unfinished one, a new one, or the first one, which teaches. */
export type LinkRequest = "continue" | "play" | "learn";

const REQUESTS: LinkRequest[] = ["continue", "play", "learn"];

/** Return what the link asks for, once: a reload, or a second setup screen, must not repeat it. */
export function linkRequest(): LinkRequest | null {
  const address = new URL(location.href);
  const found = REQUESTS.find((name) => name === address.searchParams.get("go")) ?? null;
  if (found) {
    address.searchParams.delete("go");
    history.replaceState(history.state, "", address);
  }
  return found;
}
