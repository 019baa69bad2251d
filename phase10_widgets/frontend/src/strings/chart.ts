import { catalogue } from "./language.svelte";
import * as en from "./chart.en";

/** The words beside every chart: its numbers and its files. */
export const text = /* @__PURE__ */ catalogue("chart", en);
