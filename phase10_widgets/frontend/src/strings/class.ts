import { catalog } from "./language.svelte";
import * as en from "./class.en";

/** The texts of a lesson in a room, except those from Python. */
export const text = /* @__PURE__ */ catalog("class", en);
