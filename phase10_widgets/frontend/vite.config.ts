import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The hosts import a widget's script from a blob: URL, so nothing relative may be left: one file per widget.
const entry = process.env.ENTRY ?? "table";

// Short class names: they are repeated in every template.
const cssHash = ({ hash, css }: { hash: (text: string) => string; css: string }) => `p${hash(css).slice(0, 4)}`;

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ compilerOptions: { runes: true, hmr: false, dev: mode === "development", discloseVersion: false, cssHash } })],
  build: {
    outDir: process.env.OUT_DIR ?? "../widgets/static",
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1_000_000,
    minify: mode === "development" ? false : "terser",
    terserOptions: { module: true, compress: { passes: 4, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true }, ecma: 2020 },
    sourcemap: mode === "development" ? "inline" : false,
    rolldownOptions: {
      input: `src/${entry}.ts`,
      preserveEntrySignatures: "strict",
      output: {
        format: "es",
        entryFileNames: `${entry}.js`,
        assetFileNames: `${entry}[extname]`,
        codeSplitting: false,
      },
    },
  },
}));
