import { defineWidget } from "./lib/adapter.svelte";
import type { TableState } from "./lib/protocol";
import { text } from "./lib/strings/table";
import "./lib/theme.css";
import Table from "./table/Table.svelte";

export default defineWidget<TableState>(Table, ["about", "view"], {
  language: ({ about }) => about?.language,
  noAnswer: () => text.lost.title,
});
