// Python in a worker of its own, for the code that learners write; the page ends it if that runs for too long.
let answer;
addEventListener("message", async ({ data }) => (await ready, postMessage(answer(data))));

/** `phase10_widgets/teaching/code/code_runner.py`; `python_files.code_worker` fills in this and what follows. */
const PROGRAM = {{ program }};
const LIBRARY = {{ library }};
/** The most memory, in bytes, as in a child process. */
const MOST = {{ memory }};
const PAGE = 2 ** 16;
/** What code for a card game has no use for. */
const WITHOUT = {{ without }};

const grow = WebAssembly.Memory.prototype.grow;
/** Grow as always up to the limit; Python raises a MemoryError beyond it. */
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
  const run = python.runPython("lambda asked: json.dumps(run(**json.loads(asked)))", { globals: names });
  for (let at = globalThis; at; at = Object.getPrototypeOf(at)) for (const each of WITHOUT) delete at[each];
  answer = (asked) => {
    try {
      return run(asked);
    } catch (error) {
      return JSON.stringify({ fault: /memory/i.test(String(error)) ? "memory" : "none" });
    }
  };
}

const ready = begin().then(
  () => postMessage("ready"),
  (error) => (console.error(error), postMessage("ended")),
);
