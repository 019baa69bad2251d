import { defineWidget } from "./shared/adapter.svelte";
import { answersInStatus } from "./setup/state/model";
import type { SetupState } from "./protocol/setup";
import "./shared/theme.css";
import "./shared/form.css";
import "./setup/parts.css";
import Setup from "./setup/Setup.svelte";

export default answersInStatus(defineWidget<SetupState>(Setup, ["catalogue", "view"], ({ catalogue }) => catalogue?.language));
