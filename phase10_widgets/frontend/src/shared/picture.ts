// A chart as a file: the page's computed styles are written into it, so that it looks the same anywhere.

const KEPT = ["paint-order", "opacity", "fill-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "font-family", "font-size", "font-weight", "text-anchor"];
const PLAIN: Record<string, string> = { "paint-order": "normal", opacity: "1", "fill-opacity": "1", "stroke-width": "1px", "stroke-dasharray": "none", "stroke-linecap": "butt", "text-anchor": "start" };
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Return a color in a form that every program understands; "color-mix()" and "light-dark()" work only in browsers. */
function plainColor(color: string): string {
  if (!color || color === "none" || /^(rgb|#|url)/.test(color)) return color;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (!brush) return color;
  brush.fillStyle = color;
  brush.fillRect(0, 0, 1, 1);
  const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Return the first background color behind an element. */
function paper(element: Element | null): string {
  for (let each = element; each; each = each.parentElement) {
    const color = getComputedStyle(each).backgroundColor;
    if (color && color !== "transparent" && !/, 0\)$/.test(color)) return plainColor(color);
  }
  return "#fff";
}

function settle(copy: Element, live: Element) {
  const style = getComputedStyle(live);
  for (const name of [...copy.getAttributeNames()]) if (/^(class|style|data-|aria-|role)/.test(name)) copy.removeAttribute(name);
  if (live.tagName === "svg" || live.tagName === "g") return;
  for (const name of ["fill", "stroke"]) copy.setAttribute(name, plainColor(style.getPropertyValue(name)));
  for (const name of KEPT) {
    const value = style.getPropertyValue(name);
    const text = live.tagName === "text" || live.tagName === "tspan";
    if (value && value !== PLAIN[name] && (text || !/^(font|text)/.test(name))) copy.setAttribute(name, value);
  }
}

/** Return the chart as a self-contained SVG file. */
export function svgFile(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  [svg, ...svg.querySelectorAll("*")].forEach((live, i) => settle(copies[i]!, live));
  const [width, height] = [svg.getAttribute("width")!, svg.getAttribute("height")!];
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const back = document.createElementNS(NAMESPACE, "rect");
  for (const [name, value] of Object.entries({ width, height, fill: paper(svg) })) back.setAttribute(name, value);
  const named = document.createElementNS(NAMESPACE, "title");
  named.textContent = title;
  copy.prepend(named, back);
  return new XMLSerializer().serializeToString(copy);
}

/** The number of PNG pixels per pixel of the chart. */
const DENSITY = 2;

/** Convert an SVG file to a PNG. */
export async function pngFile(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width * DENSITY;
  canvas.height = picture.height * DENSITY;
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

export type Cell = string | number | null;

const NUMBER = /^[-+]?[\d.,\u202f ]+ ?%?$/;
const FORMULA = /((?:^|[;,\t|])[\s"']*)([=+@＝＋－＠-])/g;

/** Return a cell that no spreadsheet reads as a formula, wherever it splits the line. */
const harmless = (cell: Cell): Cell => (typeof cell === "string" && !NUMBER.test(cell) ? cell.replace(/\p{Cc}/gu, " ").replace(FORMULA, "$1'$2") : cell);
const quoted = (cell: Cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell ?? ""));

/** Return rows as a CSV file, headings first. */
export const csvFile = (rows: Cell[][]) => rows.map((row) => `${row.map(harmless).map(quoted).join(",")}\r\n`).join("");
