export * from "./table.en";
