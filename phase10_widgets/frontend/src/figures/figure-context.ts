import { getContext, setContext } from "svelte";
import type { Wishes } from "./form-queue.svelte";

/** Functions shared by the parts of a figure: requests to Python, and announcements. */
export interface Shown {
  wishes: Wishes;
  tell: (words: string) => void;
}

const KEY = "p10-figure";

export const provideShown = (shown: Shown) => setContext(KEY, shown);
export const shownHere = () => getContext<Shown>(KEY);
