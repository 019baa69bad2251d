import { catalogue } from "./language.svelte";
import * as en from "./odds.en";

/** Every word of the odds widgets, but for what Python says. */
export const text = /* @__PURE__ */ catalogue("odds", en);
