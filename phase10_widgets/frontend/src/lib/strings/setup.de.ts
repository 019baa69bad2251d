export * from "./setup.en";
