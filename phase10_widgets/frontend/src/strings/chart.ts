import { catalog } from "./language.svelte";
import * as en from "./chart.en";

/** The texts of every chart's numbers and files. */
export const text = /* @__PURE__ */ catalog("chart", en);
