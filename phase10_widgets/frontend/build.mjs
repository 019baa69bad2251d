// Builds every widget listed in entries.json into ../static; given names as arguments, builds only those. One process
// per processor builds entry after entry, because vite and terser need seconds to get warm.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const here = new URL("./", import.meta.url);

async function buildWhatIsSent() {
  const { build } = await import("vite");
  process.on("message", async (entry) => {
    process.env.ENTRY = entry;
    await build({ root: fileURLToPath(here), logLevel: "warn" });
    process.send("done");
  });
  process.send("ready");
}

function buildAll(waiting) {
  for (let i = 0; i < Math.min(availableParallelism(), 4, waiting.length); i++) {
    const worker = fork(fileURLToPath(import.meta.url), ["--worker"]);
    worker.on("message", () => (waiting.length ? worker.send(waiting.shift()) : worker.disconnect()));
    worker.on("exit", (status) => status !== 0 && process.exit(status ?? 1));
  }
}

if (process.argv[2] === "--worker") await buildWhatIsSent();
else buildAll(process.argv.length > 2 ? process.argv.slice(2) : JSON.parse(readFileSync(new URL("entries.json", here), "utf8")).entries);
