// Shows the built table over the golden moments: npm run build && npm run dev, then open the address printed.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const folders = { "/static/": resolve(here, "../../static"), "/golden/": resolve(here, "../../../tests/golden"), "/": here };
const types = { ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".html": "text/html" };

function read(path) {
  const prefix = Object.keys(folders).find((start) => path.startsWith(start));
  const file = normalize(join(folders[prefix], path === "/" ? "index.html" : path.slice(prefix.length)));
  if (!file.startsWith(resolve(folders[prefix]))) throw new Error("outside");
  return readFileSync(file);
}

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  try {
    const body = read(path);
    response.writeHead(200, { "content-type": types[extname(path)] ?? (path === "/" ? "text/html" : "application/json") });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
