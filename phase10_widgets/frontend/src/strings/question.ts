import { catalog } from "./language.svelte";
import * as en from "./question.en";

/** The texts of questions and progress, except those from Python. */
export const text = /* @__PURE__ */ catalog("question", en);
