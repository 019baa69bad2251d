import { defineWidget } from "./shared/adapter.svelte";
import type { SetupRequest, SetupState } from "./protocol/setup";
import "./shared/theme.css";
import "./shared/form.css";
import "./setup/parts.css";
import Setup from "./setup/Setup.svelte";

export default defineWidget<SetupState, SetupRequest>(Setup, ["about", "view"], ({ about }) => about?.language);
