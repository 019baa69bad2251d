import { catalog } from "./language.svelte";
import * as en from "./setup.en";

/** The texts of the setup screen, except those from Python. */
export const text = /* @__PURE__ */ catalog("setup", en);
