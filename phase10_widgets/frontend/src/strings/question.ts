import { catalogue } from "./language.svelte";
import * as en from "./question.en";

/** Every word of questions and of progress, but for what Python says. */
export const text = /* @__PURE__ */ catalogue("question", en);
