import { defineWidget } from "./lib/adapter.svelte";
import { answersInStatus } from "./lib/setup-model";
import type { SetupState } from "./lib/setup-protocol";
import "./lib/theme.css";
import "./lib/form.css";
import "./setup/parts.css";
import Setup from "./setup/Setup.svelte";

export default answersInStatus(defineWidget<SetupState>(Setup, ["catalogue", "view"], ({ catalogue }) => catalogue?.language));
