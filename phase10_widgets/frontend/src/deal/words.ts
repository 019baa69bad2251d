import { catalog } from "../strings/language.svelte";
import * as en from "../strings/deal.en";

/** The texts of deals that others play, too, on the setup screen and at the table. */
export const text = /* @__PURE__ */ catalog("deal", en);
