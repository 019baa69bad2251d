// Builds every widget listed in entries.json into ../widgets/static (or OUT_DIR), as many at a time as there are processors; names
// as arguments build only those.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const here = new URL("./", import.meta.url);
const { entries } = JSON.parse(readFileSync(new URL("entries.json", here), "utf8"));
const vite = fileURLToPath(new URL("node_modules/vite/bin/vite.js", here));
const options = process.argv.slice(2).filter((word) => word.startsWith("-"));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const waiting = wanted.length ? wanted : [...entries];

async function work() {
  for (let entry; (entry = waiting.shift()); ) {
    const env = { ...process.env, ENTRY: entry };
    const [status] = await once(spawn(process.execPath, [vite, "build", ...options], { cwd: fileURLToPath(here), env, stdio: "inherit" }), "exit");
    if (status !== 0) process.exit(status ?? 1);
  }
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
