import { backs, flip, glyphs, layouts, wide } from "../../../ui/drawn/faces.json";
import { COLORS, SPECIAL, SUITS, SYMBOLS, type Caption, type ColorFace, type Face } from "./cards";

/** A name, its left, top and size, and an ink, opacity and turn. `ui/drawn/card_drawing.py` draws the same paths. */
type Layer = (string | number)[];

/** The size of a card's drawing, and the height of a card of width 1. */
export const WIDE = 100;
export const HIGH = 140;
const FIELD = 'x="5" y="5" width="90" height="130"';
const CAPITAL = 60;
const STROKE = 11;
const GAP = 3;
const NARROW = [1, 0.56, 0.4];
const INNER = 4.8;
const SHINE = 0.34;
const SHADE = 0.06;

const exact = (value: number) => Math.floor(value * 1000 + 0.5) / 1000;
const point = (x: number, y: number) => `${exact(x)} ${exact(y)}`;

/** Return a shape of a 24×24 box, moved to x, y and drawn `size` wide. */
function mark(path: string, ink: string, x: number, y: number, size: number, opacity = 1, turn = 0): string {
  const scale = size / 24;
  const moved = (x || y ? `translate(${x} ${y})` : "") + (turn ? `rotate(${turn} ${exact(12 * scale)} ${exact(12 * scale)})` : "") + (scale === 1 ? "" : `scale(${exact(scale)})`);
  return `<path d="${path}" fill="${ink}"${opacity === 1 ? "" : ` opacity="${opacity}"`}${moved && ` transform="${moved}"`}/>`;
}

const drawn = (path: string, ink: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${exact(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Return a number or rank of this height and its width; a line under 6 and 9 tells them apart when they are upside down. */
function numeral(label: string, x: number, y: number, height: number, ink: string, line = true): [drawn: string, wide: number] {
  const scale = height / CAPITAL;
  const narrow = NARROW[label.length - 1]!;
  let [left, path] = [0, ""];
  for (const character of label) {
    const [across, glyph] = glyphs[character as keyof typeof glyphs] as [number, string];
    path += glyph.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a: string, b: string) => point(x + left * scale + Number(a) * (narrow * scale), y + Number(b) * scale));
    left += across * narrow + GAP;
  }
  let found = drawn(path, ink, STROKE * scale * (narrow === 1 ? 1 : 0.86));
  if (line && (label === "6" || label === "9")) found += drawn(`M${point(x + 8 * scale, y + 68 * scale)}L${point(x + 32 * scale, y + 68 * scale)}`, ink, 5 * scale);
  return [found, (left - GAP) * scale];
}

/** Return a star with a point for each hue, each in a light and a dark half. */
function facets(hues: string[], x: number, y: number, size: number): string {
  const angle = Math.PI / hues.length;
  const [across, down] = [INNER * Math.sin(angle), 12 - INNER * Math.cos(angle)];
  const halves = [-1, 1].map((side) => `M12 12L12 0L${point(12 + side * across, down)}Z`);
  return hues
    .flatMap((hue, i) => {
      const turn = exact((360 * i) / hues.length);
      return halves.map((half, side) => mark(half, hue, x, y, size, 1, turn) + mark(half, side ? "#000000" : "#ffffff", x, y, size, side ? SHADE : SHINE, turn));
    })
    .join("");
}

const PATHS: Record<string, { path: string }> = { ...SYMBOLS, ...wide };
const symbol = (name: string) => PATHS[name]!.path;

/** Return a drawing: a field, the shapes that the frame cuts off, the frame, and the shapes over it. */
function drawing(field: string, frame: string, under: string, over: string): string {
  const cut = under && `<svg ${FIELD} viewBox="5 5 90 130">${under}</svg>`;
  const edge = `<path d="${symbol("frame")}" fill="${frame}" stroke="#000000" stroke-opacity="0.2"/>`;
  return `<rect ${FIELD} rx="8" fill="${field}"/>${cut}${edge}${over}`;
}

const marks = (layers: Layer[]) => layers.map(([what, x, y, size, ink, ...more]) => mark(symbol(what as string), ink as string, x as number, y as number, size as number, ...(more as number[]))).join("");

export type Back = keyof typeof backs;
export const BACKS = Object.keys(backs) as Back[];

export function drawBack(name: Back): string {
  const { background, frame, layers } = backs[name];
  return drawing(background, frame, marks(layers), "");
}

interface Look {
  layout: keyof typeof layouts;
  paper: string;
  ink: string;
  path: string;
  frame: string;
}

/** Return a face's layout, colors and shape. */
function look({ kind, suit, color }: Face): Look {
  const { paper, night, wild, skip } = SPECIAL;
  const white = paper.background;
  const own = color ? COLORS[color] : undefined;
  if (kind === "skip") return { layout: "skip", paper: skip.background, ink: skip.ink, path: "", frame: white };
  if (suit) return { layout: "suit", paper: white, ink: SUITS[suit]!.ink, path: SUITS[suit]!.path, frame: paper.frame };
  if (kind === "joker") return { layout: "joker", paper: white, ink: paper.ink, path: "", frame: paper.frame };
  if (own) return { layout: kind === "star" ? "star" : "number", paper: own.background, ink: own.ink, path: own.path, frame: white };
  if (kind === "wild") return { layout: "wild", paper: wild.background, ink: wild.ink, path: "", frame: white };
  return { layout: kind === "star" ? "nightStar" : "night", paper: night.background, ink: night.ink, path: "", frame: night.frame };
}

/** Return a word as text. It may come from outside, so markup characters are removed. */
const word = (words: string, x: number, y: number, size: number, ink: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="700" font-family="system-ui, sans-serif" fill="${ink}">${words.replace(/[&<]/g, "")}</text>`;

/** Return the label at the foot of a wild with the card it stands for. */
function chip({ text, color, suit }: Caption): string {
  const hue = color ? COLORS[color] : undefined;
  const path = suit ? SUITS[suit]?.path : hue?.path;
  const ink = (suit && SUITS[suit]?.ink) || hue?.ink || SPECIAL.paper.ink;
  const spelled = [...text].every((character) => character in glyphs);
  const left = path ? 40 : 13;
  const size = Math.min(30, 110 / text.length);
  const [label, across] = !text ? ["", -7] : spelled ? numeral(text, left, 98, 28, ink, false) : [word(text, left, 122, size, ink), text.length * size * 0.6];
  const width = left + across + 4;
  const field = `<rect x="4" y="91" width="${exact(width)}" height="44" rx="8" fill="${hue?.background ?? SPECIAL.paper.background}" stroke="#000000" stroke-opacity="0.25"/>`;
  return field + (path ? mark(path, ink, 11, 100, 26) : "") + label;
}

/** Return the content of a face's `<svg>`, 100×140 units. */
export function draw(face: Face, hues: ColorFace[], caption?: Caption | null): string {
  if (face.kind === "unknown") return drawing(SPECIAL.paper.background, SPECIAL.paper.frame, "", word(face.label, 12, 40, 20, SPECIAL.paper.ink));
  const { layout, paper, ink, path, frame } = look(face);
  const layer = ([what, x, y, size, fill, ...more]: Layer): string => {
    const at = [x, y, size] as [number, number, number];
    const chosen = fill === undefined || fill === "$ink" ? ink : (fill as string);
    if (what === "$label") return numeral(face.label, ...at, chosen)[0];
    if (what === "$hues") return facets(hues.map(({ background }) => background), ...at);
    return mark(what === "$shape" ? path : symbol(what as string), chosen, ...at, ...(more as number[]));
  };
  const { under, over } = layouts[layout];
  const [behind, front] = [under, over].map((layers) => (layers as Layer[]).map(layer).join(""));
  return drawing(paper, frame, behind!, front! + (face.symbol ? marks(flip) : "")) + (caption ? chip(caption) : "");
}
