import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { runes: true } })],
  resolve: { conditions: ["browser"] },
  define: { __SHARED__: false },
  test: {
    environment: "jsdom",
    include: ["tests/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    diff: { expand: false }, // only what differs, with a few lines around it
    testTimeout: 60_000, // no test asserts a time: a machine may be busy
    hookTimeout: 60_000,
  },
});
