import { catalog } from "./language.svelte";
import * as en from "./rooms.en";

/** The texts of the page for shared tables, except those from Python. */
export const text = /* @__PURE__ */ catalog("rooms", en);
