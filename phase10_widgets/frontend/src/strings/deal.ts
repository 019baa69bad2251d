import { catalog } from "./language.svelte";
import * as en from "./deal.en";

/** The texts of shared deals, on the setup screen and at the table. */
export const text = /* @__PURE__ */ catalog("deal", en);
