// Python in a separate worker for learners' code; the page ends the worker if it has heard nothing for too long.
let answer;
addEventListener("message", async ({ data }) => (await ready, postMessage(answer(data))));

/** The script `teaching/code/code_runner.py`; `python_files.code_worker` fills in this constant and the next ones. */
const PROGRAM = {{ program }};
const LIBRARY = {{ library }};
/** The maximum memory, in bytes, which is the same as for a child process. */
const MOST = {{ memory }};
const PAGE = 2 ** 16;
/** The globals that code for a card game does not need. */
const WITHOUT = {{ without }};

const grow = WebAssembly.Memory.prototype.grow;
/** Grow normally up to the limit; beyond it, Python raises a MemoryError. */
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE > MOST) throw new RangeError("too much memory");
  return grow.call(this, pages);
};

async function begin() {
  const { loadPyodide } = await import("./pyodide.mjs");
  const indexURL = new URL("./", import.meta.url).href;
  const python = await loadPyodide({ indexURL, stdLibURL: indexURL + LIBRARY });
  const names = python.toPy({ __name__: "code_runner" });
  python.runPython(PROGRAM, { globals: names });
  const run = python.runPython("lambda asked, progress: json.dumps(run(**json.loads(asked), progress=progress))", { globals: names });
  for (let at = globalThis; at; at = Object.getPrototypeOf(at)) for (const each of WITHOUT) delete at[each];
  answer = (asked) => {
    try {
      return run(asked, () => postMessage("running"));
    } catch (error) {
      return JSON.stringify({ fault: /memory/i.test(String(error)) ? "memory" : "none" });
    }
  };
}

const ready = begin().then(
  () => postMessage("ready"),
  (error) => (console.error(error), postMessage("ended")),
);
