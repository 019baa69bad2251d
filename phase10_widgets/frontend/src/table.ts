import { defineWidget } from "./shared/adapter.svelte";
import type { TableState } from "./protocol/table";
import "./shared/theme.css";
import Table from "./table/Table.svelte";

export default defineWidget<TableState>(Table, ["about", "view"], ({ about }) => about?.language);
