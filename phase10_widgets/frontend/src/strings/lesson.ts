import { catalog } from "./language.svelte";
import * as en from "./lesson.en";

/** The texts of the lesson widgets, except those from Python. */
export const text = /* @__PURE__ */ catalog("lesson", en);
