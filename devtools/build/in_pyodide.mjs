// Runs a Python script on CPython for WebAssembly in Node, without network access.
// usage: node devtools/build/in_pyodide.mjs PYODIDE_FOLDER SCRIPT [ARGUMENTS]
// The script can access this repository in /repo and the folder in /pyodide. Its variable STATUS sets the exit status
// (by default, 0).
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script, ...words] = process.argv.slice(2);
const at = resolve(folder);
const { loadPyodide } = await import(pathToFileURL(join(at, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: at + "/" });
for (const [name, root] of [["/repo", resolve(import.meta.dirname, "../..")], ["/pyodide", at]]) {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, name);
}
python.globals.set("WORDS", python.toPy([script, ...words]));
python.runPython("import sys; sys.argv = WORDS; sys.dont_write_bytecode = True");
python.globals.set("load_packages", (names) => python.loadPackage(names.toJs(), { messageCallback() {} }));
await python.runPythonAsync(readFileSync(script, "utf-8"), { filename: script });
process.exit(python.globals.get("STATUS") ?? 0);
