import { catalog } from "./language.svelte";
import * as en from "./rooms-shared.en";

/** The texts about a room that its page and its wall share. */
export const text = /* @__PURE__ */ catalog("rooms-shared", en);
