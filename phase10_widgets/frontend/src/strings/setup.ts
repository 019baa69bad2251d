import { catalogue } from "./language.svelte";
import * as en from "./setup.en";

/** Every word of the setup screen, but for what Python says in its catalogue. */
export const text = /* @__PURE__ */ catalogue("setup", en);
