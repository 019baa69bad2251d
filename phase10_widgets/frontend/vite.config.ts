import { readdirSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { minify } from "terser";
import { defineConfig } from "vite";

// The hosts import a widget's script from a blob: URL, so nothing relative may be left: one file per widget.
const entry = process.env.ENTRY ?? "table";

// Short class names, since they are repeated in every template: the component's number among all components. The prefix
// keeps them apart from our own classes, such as p10 (number 36).
const SOURCES = fileURLToPath(new URL("src", import.meta.url));
const components = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte")).sort();
const cssHash = ({ filename }: { filename: string }) => `_${components.indexOf(relative(SOURCES, resolve(filename))).toString(36)}`;

// After vite's own minifier, because both together are smallest, and in this process, because vite would start a cold thread per file.
const terser = {
  name: "terser",
  async generateBundle(_: unknown, bundle: Record<string, { code?: string }>) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.code) chunk.code = (await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 4, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true } })).code;
    }
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte({ compilerOptions: { runes: true, hmr: false, dev: mode === "development", discloseVersion: false, cssHash } }),
    ...(mode === "development" ? [] : [terser]),
  ],
  // Shared tables need no parts for deals, replays and games in files; vite leaves them out.
  define: { __SHARED__: entry === "live" },
  build: {
    outDir: "../static",
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1_000_000,
    minify: mode !== "development",
    sourcemap: mode === "development" ? "inline" : false,
    rolldownOptions: {
      input: `src/${entry}.ts`,
      preserveEntrySignatures: "strict",
      checks: { pluginTimings: false },
      output: {
        format: "es",
        entryFileNames: `${entry}.js`,
        assetFileNames: `${entry}[extname]`,
        codeSplitting: false,
      },
    },
  },
}));
