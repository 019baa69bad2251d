// Python in a worker that runs its page's screens; texts travel in both directions, as over a connection to a server.
// The worker's name states its purpose: "lesson", or "confined" for the learner's code; a game's has no name. (A query
// in the address would not work: a service worker stores addresses without it.)
import { loadPyodide } from "./pyodide.mjs";

/** Our package's archives for games, and the additional ones for lessons; `python_files` fills in all constants. */
const GAME = {{ game }};
const LESSON = {{ lesson }};
const LIBRARY = {{ library }};
/** The total number of bytes downloaded for a game, or 0 if unknown. */
const ALL = {{ bytes }};
/** The maximum memory, in bytes, of a worker that runs a learner's code. */
const MOST = {{ memory }};
const PAGE = 2 ** 16;
/** The globals that code for a card game does not need. */
const WITHOUT = {{ without }};
const BEGIN = `
import importlib.machinery, os, sys, zipimport
from here import confined, lesson, post, whole_library

LIGHT, WHOLE = "/lib/python314.zip", "/lib/whole.zip"
try:
    OTHERS = {*zipimport.zipimporter(LIGHT).get_data(LIGHT + "/others").decode().split()}
except OSError:
    OTHERS = set()

class Library:
    """Finds modules missing from the light archive in the whole standard library, which it fetches when needed."""

    fetched = False

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name not in OTHERS or confined:
            return None
        if not cls.fetched:
            cls.fetched = True
            with open(WHOLE, "wb") as file:
                file.write(whole_library().to_bytes())
        where = [WHOLE] if path is None else [each.replace(LIGHT, WHOLE) for each in path]
        return importlib.machinery.PathFinder.find_spec(name, where)

sys.meta_path.append(Library)
os.environ["PHASE10_VISITED"] = "1"
if confined:
    os.environ["PHASE10_MAY_RUN_CODE"] = "1"
open_page = None
if lesson:
    import phase10_widgets.teaching.pages.visit  # it imports all screens, so that a ready page shows them soon
    from phase10_widgets.teaching.pages.pages import own_pages
    open_page = own_pages().open
from phase10_widgets.ui.solo.in_browser import OwnPage
OwnPage(post, open_page, keep=not confined)
`;

const folder = new URL("./", import.meta.url).href;
const confined = globalThis.name === "confined";
const plain = fetch;
let arrived = 0;
let told = -1;

/** Send the page the percentage of bytes that have arrived whenever it increases. */
function count(part) {
  arrived += part.byteLength;
  const percent = ALL ? Math.min(100, Math.floor((100 * arrived) / ALL)) : 0;
  if (percent > told) postMessage(`loading ${(told = percent) / 100}`);
}

/** Fetch as usual, and count the bytes as they arrive. */
globalThis.fetch = async (...asked) => {
  const { body, status, statusText, headers } = await plain(...asked);
  const counted = body?.pipeThrough(new TransformStream({ transform: (part, out) => (count(part), out.enqueue(part)) }));
  return new Response(counted, { status, statusText, headers });
};

/** The texts that arrived before Python was ready. */
const early = [];
let hear = (text) => early.push(text);
addEventListener("message", ({ data }) => (data === "ping" ? postMessage("pong") : hear(data)));

async function fetched(file) {
  const response = await fetch(folder + file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
}

/** Return the entire standard library synchronously, because Python cannot wait in the middle of an import. */
function wholeLibrary() {
  const request = new XMLHttpRequest();
  request.open("GET", `${folder}python_stdlib.zip`, false);
  request.responseType = "arraybuffer";
  request.send();
  return request.response;
}

/** Remove the globals that a learner's code does not need, and limit its memory. */
function confine() {
  for (let at = globalThis; at; at = Object.getPrototypeOf(at)) for (const each of WITHOUT) delete at[each];
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MOST) throw new RangeError("too much memory");
    return grow.call(this, pages);
  };
}

async function begin() {
  const archives = Promise.all((globalThis.name ? [...GAME, ...LESSON] : GAME).map(fetched));
  const python = await loadPyodide({ indexURL: folder, stdLibURL: folder + LIBRARY });
  for (const archive of await archives) python.unpackArchive(archive, "zip");
  python.registerJsModule("here", { confined, lesson: globalThis.name !== "", post: (text) => postMessage(text), whole_library: wholeLibrary });
  const page = python.runPython(BEGIN);
  globalThis.fetch = plain;
  if (confined) confine();
  hear = (text) => page.hear(text);
  postMessage("ready");
  early.forEach(hear);
}

begin().catch((error) => {
  console.error(error);
  postMessage("ended");
});
