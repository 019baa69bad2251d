import { getContext, setContext } from "svelte";
import type { Wishes } from "./form-queue.svelte";

/** What the parts of a figure share: how something is asked of Python, and how something is said aloud. */
export interface Shown {
  wishes: Wishes;
  tell: (words: string) => void;
}

const KEY = "p10-figure";

export const provideShown = (shown: Shown) => setContext(KEY, shown);
export const shownHere = () => getContext<Shown>(KEY);
