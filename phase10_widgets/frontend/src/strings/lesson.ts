import { catalogue } from "./language.svelte";
import * as en from "./lesson.en";

/** Every word of the lessons' widgets, but for what Python says. */
export const text = /* @__PURE__ */ catalogue("lesson", en);
