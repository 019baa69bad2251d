import { attemptAt } from "../deal/attempts";
import { dayHere } from "../deal/share";
import type { LinkRequest } from "../protocol/setup";
import { gameTokens } from "../shared/game-tokens";
import { readPreference } from "../shared/preferences";

/** The requests that a link can make, each with its fields. */
const REQUESTS: Record<string, () => object | Promise<object>> = {
  play: () => ({ short: readPreference("finished", ["first", "yes"]) !== "yes" }),
  continue: () => ({ tokens: gameTokens.all() }),
  learn: () => ({}),
  async daily() {
    const day = dayHere();
    return { day, first: (await attemptAt({ daily: true, key: day })) === null };
  },
};

/** Return the request in the page's link, once: a reload must not repeat it. */
export async function linkRequest(): Promise<LinkRequest | null> {
  const address = new URL(location.href);
  const kind = address.searchParams.get("go") ?? "";
  if (!Object.hasOwn(REQUESTS, kind)) return null;
  address.searchParams.delete("go");
  history.replaceState(history.state, "", address);
  return { kind, v: 1, id: "link", rev: 0, ...(await REQUESTS[kind]!()) } as LinkRequest;
}
