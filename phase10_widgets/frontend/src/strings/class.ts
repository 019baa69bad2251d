import { catalog } from "./language.svelte";
import * as en from "./class.en";

/** The texts of the parts of a room's page that are a file of their own, except those from Python. */
export const text = /* @__PURE__ */ catalog("class", en);
