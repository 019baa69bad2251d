import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { lean } from "./lean.ts";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { runes: true } }), lean()],
  resolve: { conditions: ["browser"] },
  test: {
    environment: "jsdom",
    include: ["tests/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
  },
});
