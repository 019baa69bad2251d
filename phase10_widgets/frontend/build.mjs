// Builds every widget listed in entries.json into ../widgets/static (or OUT_DIR); names as arguments build only those.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = new URL("./", import.meta.url);
const { entries } = JSON.parse(readFileSync(new URL("entries.json", here), "utf8"));
const vite = fileURLToPath(new URL("node_modules/vite/bin/vite.js", here));
const options = process.argv.slice(2).filter((word) => word.startsWith("-"));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));

for (const entry of wanted.length ? wanted : entries) {
  const { status } = spawnSync(process.execPath, [vite, "build", ...options], {
    cwd: fileURLToPath(here),
    env: { ...process.env, ENTRY: entry },
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
