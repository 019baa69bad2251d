import { catalog } from "./language.svelte";
import * as en from "./table.en";

/** The texts of the table, except those in Python's views. */
export const text = /* @__PURE__ */ catalog("table", en);
