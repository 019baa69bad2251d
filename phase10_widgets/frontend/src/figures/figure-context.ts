import { getContext, setContext } from "svelte";
import type { FormQueue } from "./form-queue.svelte";

/** Functions shared by the parts of a figure: requests to Python, and announcements. */
export interface FigureContext {
  queue: FormQueue;
  announce: (words: string) => void;
}

const KEY = "p10-figure";

export const provideFigureContext = (context: FigureContext) => setContext(KEY, context);
export const figureContext = () => getContext<FigureContext>(KEY);
