import { text } from "../strings/deal";
import { lines, type PlayedDeal } from "./share";

/** The picture's measures, in pixels. */
const WIDTH = 1080;
const EDGE = 64;
const HEAD = 260;
const ROW = 236;
const FOOT = 90;
const FACE = 90;
/** The scale of a portrait's drawing. */
const SCALE = 3;
/** The width of a square, with the gap after it. */
const SQUARE = 76;
const FONT = " system-ui, sans-serif";

/** The picture's colors. */
const FELT = "#1f5745";
const GOLD = "#ffd75e";
const PAPER = "#fffdf8";
const INK = "#1d2229";
const MADE = "#1c7a43";

/** A player's portrait: an SVG path in a 24-by-24 box, and the color behind it. */
export interface Face {
  path: string;
  color: string;
}

/** Draw a result: its verdict, and for each player a square for each round, filled if it brought a phase; no cards. */
function draw(on: CanvasRenderingContext2D, height: number, { title, verdict, results, facts }: ReturnType<typeof lines>, faces: Face[]) {
  const write = (words: string, x: number, y: number, font: string, color: string) => {
    on.fillStyle = color;
    on.font = font + FONT;
    on.fillText(words, x, y, WIDTH - EDGE - x);
  };
  const box = (x: number, y: number, width: number, height: number, radius: number, color: string, edge = color) => {
    on.beginPath();
    on.roundRect(x, y, width, height, radius);
    on.fillStyle = color;
    on.strokeStyle = edge;
    on.fill();
    on.stroke();
  };
  on.lineCap = on.lineJoin = "round";
  box(0, 0, WIDTH, height, 0, FELT);
  write(title, EDGE, 100, "36px", PAPER);
  write(verdict, EDGE, 190, "800 76px", GOLD);
  results.forEach(([who, result], at) => {
    const left = EDGE + 24;
    const top = HEAD + at * ROW;
    on.lineWidth = 5;
    box(EDGE, top, WIDTH - 2 * EDGE, ROW - 24, 28, PAPER, at ? PAPER : GOLD);
    const { path, color } = faces[at]!;
    box(left, top + 22, FACE, FACE, FACE / 2, color);
    on.setTransform(SCALE, 0, 0, SCALE, left + 9, top + 31);
    on.strokeStyle = INK;
    on.lineWidth = 2;
    on.stroke(new Path2D(path));
    on.resetTransform();
    write(who, left + 114, top + 62, "800 42px", INK);
    write(text.full(result.place, result.phases, result.score), left + 114, top + 106, "32px", INK);
    const step = Math.min(SQUARE, (WIDTH - 2 * left) / result.rounds.length);
    const size = step * 0.84;
    on.lineWidth = 5;
    result.rounds.forEach((made, at) => box(left + at * step, top + 128, size, size, size / 5, made ? MADE : PAPER, made ? MADE : INK));
  });
  write([facts, location.host].filter(Boolean).join(" · "), EDGE, height - 40, "30px", PAPER);
}

/** Return a result as a picture for others, with the players' portraits; null if this browser cannot draw it. */
export async function picture(deal: PlayedDeal, faces: Face[]): Promise<File | null> {
  const shown = lines(deal);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + shown.results.length * ROW + FOOT;
  const on = canvas.getContext("2d");
  if (!on) return null;
  draw(on, canvas.height, shown, faces);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], "phase10.png", { type: "image/png" });
}
