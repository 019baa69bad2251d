import { catalogue } from "./language.svelte";
import * as en from "./tournament.en";

/** Every word of the tournament, but for what Python says. */
export const text = /* @__PURE__ */ catalogue("tournament", en);
