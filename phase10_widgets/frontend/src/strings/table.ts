import { catalogue } from "./language.svelte";
import * as en from "./table.en";

/** Every word of the table, but for what Python says in its views. */
export const text = /* @__PURE__ */ catalogue("table", en);
