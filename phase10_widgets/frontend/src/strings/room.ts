import { catalog } from "./language.svelte";
import * as en from "./room.en";

/** The texts about a room that its page and its wall share. */
export const text = /* @__PURE__ */ catalog("room", en);
