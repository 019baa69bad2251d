import { defineWidget } from "./shared/adapter.svelte";
import type { TableRequest, TableState } from "./protocol/table";
import "./shared/theme.css";
import Table from "./table/Table.svelte";

export default defineWidget<TableState, TableRequest>(Table, ["about", "view"], ({ about }) => about?.language);
