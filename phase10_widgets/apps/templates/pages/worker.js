// Python in a worker of the page, where it plays the page's game; texts go both ways, as over a line to a server.
import { loadPyodide } from "../static/pyodide/pyodide.mjs";

const folder = new URL("../static/pyodide/", import.meta.url).href;
const BEGIN = `
import importlib.machinery, sys, zipimport
from here import post, whole_library

LIGHT, WHOLE = "/lib/python314.zip", "/lib/whole.zip"
OTHERS = {*zipimport.zipimporter(LIGHT).get_data(LIGHT + "/others").decode().split()}

class Library:
    """Finds in the whole standard library what its light archive lacks, and fetches it for that."""

    fetched = False

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name not in OTHERS:
            return None
        if not cls.fetched:
            cls.fetched = True
            with open(WHOLE, "wb") as file:
                file.write(whole_library().to_bytes())
        where = [WHOLE] if path is None else [each.replace(LIGHT, WHOLE) for each in path]
        return importlib.machinery.PathFinder.find_spec(name, where)

sys.meta_path.append(Library)
from phase10_widgets.screens.in_browser import OwnPage
OwnPage(post)
`;

/** The bytes of what is fetched; `site.write_game` fills this in. */
const ALL = {{ bytes }};
const plain = fetch;
let arrived = 0;
let told = -1;

/** Tell the page what share has arrived, at every hundredth. */
function count(part) {
  arrived += part.byteLength;
  const percent = Math.min(100, Math.floor((100 * arrived) / ALL));
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
addEventListener("message", ({ data }) => hear(data));

async function fetched(name) {
  const response = await fetch(folder + name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
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

async function begin() {
  const archive = fetched("light_game.zip");
  const python = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}light_stdlib.zip` });
  python.unpackArchive(await archive, "zip");
  python.registerJsModule("here", { post: (text) => postMessage(text), whole_library: wholeLibrary });
  const page = python.runPython(BEGIN);
  globalThis.fetch = plain;
  hear = (text) => page.hear(text);
  postMessage("ready");
  early.forEach(hear);
}

begin().catch((error) => {
  console.error(error);
  postMessage("ended");
});
