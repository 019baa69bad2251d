import { catalog } from "./language.svelte";
import * as en from "./odds.en";

/** The texts of the odds widgets, except those from Python. */
export const text = /* @__PURE__ */ catalog("odds", en);
