import { catalog } from "./language.svelte";
import * as en from "./live.en";

/** The texts of the page for shared tables, except those from Python. */
export const text = /* @__PURE__ */ catalog("live", en);
