import { defineWidget } from "./shared/adapter.svelte";
import type { TableRequest, TableState } from "./protocol/table";
import "./shared/theme.css";
import Coach from "./coach/Coach.svelte";

export default defineWidget<TableState, TableRequest>(Coach, ["about", "view"], ({ about }) => about?.language);
