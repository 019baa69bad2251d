// Stores the files that this site's pages have loaded, so that they work without a network. Each build of the site has
// a separate store, and earlier ones are deleted. `site.write` fills in the constants.
const STORE = "phase10-{{ version }}";
/** The pages shown before the game, along with their files; they are stored immediately. */
const FIRST = {{ first }};
/** The files that the game needs in every browser, which are stored when a page requests it. */
const GAME = {{ game }};
/** The files that a notebook's page needs, which are stored when such a page requests it. */
const PAGE = {{ page }};
const AT_ONCE = 4;
const { scope } = registration;

/** Return the address under which a file is stored: without a query, and including the file name of a folder's page. */
function place(address) {
  const url = new URL(address, scope);
  return url.origin + url.pathname.replace(/\/$/, "/index.html");
}

async function keep(name, response) {
  try {
    if (response.ok && !response.redirected && response.type === "basic") await (await caches.open(STORE)).put(name, response);
  } catch {
    // The device is full, or the visitor has left the page; next time, the file comes from the network.
  }
}

async function answer(event) {
  const name = place(event.request.url);
  const known = await (await caches.open(STORE)).match(name);
  if (known) return known;
  const response = await fetch(event.request);
  event.waitUntil(keep(name, response.clone()));
  return response;
}

/** Store these files, a few at a time, unless they are already stored. */
async function store(addresses) {
  const missing = [...new Set(addresses.map(place))].filter((name) => name.startsWith(scope));
  const next = async () => {
    for (let name = missing.pop(); name; name = missing.pop())
      if (!(await (await caches.open(STORE)).match(name))) await fetch(name).then((response) => keep(name, response), () => {});
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("phase10-") && name !== STORE) await caches.delete(name);
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(store(FIRST));
});
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), forget()])));
addEventListener("fetch", (event) => {
  const { method, url, headers } = event.request;
  if (method !== "GET" || !url.startsWith(scope) || headers.has("range")) return;
  event.respondWith(answer(event));
});
addEventListener("message", (event) => {
  const { store: wanted, lesson } = event.data ?? {};
  if (Array.isArray(wanted)) event.waitUntil(store([...FIRST, ...(lesson ? PAGE : GAME), ...wanted.filter((each) => typeof each === "string")]));
});
