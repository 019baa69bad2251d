import { defineWidget } from "./lib/adapter.svelte";
import type { TableState } from "./lib/protocol";
import "./lib/theme.css";
import Table from "./table/Table.svelte";

export default defineWidget<TableState>(Table, ["about", "view"], ({ about }) => about?.language);
