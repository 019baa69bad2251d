import { defineWidget } from "./lib/adapter.svelte";
import type { TableState } from "./lib/protocol";
import "./lib/theme.css";
import Coach from "./coach/Coach.svelte";

export default defineWidget<TableState>(Coach, ["about", "view"], ({ about }) => about?.language);
