import { catalogue } from "./language.svelte";
import * as en from "./lesson.en";

/** The texts of the lesson widgets, except those from Python. */
export const text = /* @__PURE__ */ catalogue("lesson", en);
