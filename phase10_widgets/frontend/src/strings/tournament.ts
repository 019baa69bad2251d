import { catalog } from "./language.svelte";
import * as en from "./tournament.en";

/** The texts of the tournament, except those from Python. */
export const text = /* @__PURE__ */ catalog("tournament", en);
