import { catalog } from "./language.svelte";
import * as en from "./solo.en";

/** The texts of the solo page, except those of its screens and those from Python. */
export const text = /* @__PURE__ */ catalog("solo", en);
