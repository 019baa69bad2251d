import { catalog } from "./language.svelte";
import * as en from "./learner.en";

/** The texts of the lesson widgets, except those from Python. */
export const text = /* @__PURE__ */ catalog("learner", en);
