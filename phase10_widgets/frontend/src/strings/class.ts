import { catalog } from "./language.svelte";
import * as en from "./class.en";

/** The texts of the separately loaded parts of a room's page, except those from Python. */
export const text = /* @__PURE__ */ catalog("class", en);
