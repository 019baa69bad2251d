import { defineWidget } from "./lib/adapter";
import type { TableState } from "./lib/protocol";
import Table from "./table/Table.svelte";

export default defineWidget<TableState>(Table, ["about", "view"]);
