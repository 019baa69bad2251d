import { catalog } from "./language.svelte";
import * as en from "./saved.en";

/** The texts of every widget on a page without Python. */
export const text = /* @__PURE__ */ catalog("saved", en);
