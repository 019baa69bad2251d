// Python in a worker of the page, where it plays the page's screens; texts go both ways, as over a line to a server.
// Its name says what it is for: a "lesson", or, "confined", the learner's own code there; a game has none. (An address would not do:
// what a service worker stores loses what follows the question mark.)
import { loadPyodide } from "./pyodide.mjs";

/** The archives of our package that games need, and those that lessons need, too; `python_files` fills in all of these. */
const GAME = {{ game }};
const LESSON = {{ lesson }};
const LIBRARY = {{ library }};
/** The bytes of what is fetched for a game; 0 if nobody knows. */
const ALL = {{ bytes }};
/** The most memory, in bytes, where a learner's code runs. */
const MOST = {{ memory }};
const PAGE = 2 ** 16;
/** What code for a card game has no use for. */
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
    """Finds in the whole standard library what its light archive lacks, and fetches it for that."""

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
    import phase10_widgets.teaching.pages.visit  # it brings all screens, so that a page that is ready shows them soon
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

/** Tell the page what share has arrived, at every hundredth. */
function count(part) {
  arrived += part.byteLength;
  const percent = ALL ? Math.min(100, Math.floor((100 * arrived) / ALL)) : 0;
  if (percent > told) postMessage(`loading ${(told = percent) / 100}`);
}

/** Fetch as always, and count what arrives. */
globalThis.fetch = async (...asked) => {
  const { body, status, statusText, headers } = await plain(...asked);
  const counted = body?.pipeThrough(new TransformStream({ transform: (part, out) => (count(part), out.enqueue(part)) }));
  return new Response(counted, { status, statusText, headers });
};

/** Texts that arrived before Python was there. */
const early = [];
let hear = (text) => early.push(text);
addEventListener("message", ({ data }) => (data === "ping" ? postMessage("pong") : hear(data)));

async function fetched(file) {
  const response = await fetch(folder + file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
}

/** Return the whole standard library at once: Python cannot wait in the middle of an import. */
function wholeLibrary() {
  const request = new XMLHttpRequest();
  request.open("GET", `${folder}python_stdlib.zip`, false);
  request.responseType = "arraybuffer";
  request.send();
  return request.response;
}

/** Take away what a learner's code has no use for, and let it have so much memory. */
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
