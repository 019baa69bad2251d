import type { DealResult } from "../protocol/deal";
import { text } from "../strings/deal";
import { lines, type PlayedDeal } from "./share";

/** The picture's measures, in pixels. */
const WIDTH = 1080;
const EDGE = 72;
const HEAD = 170;
const ROW = 190;
const FOOT = 110;
const SQUARE = 72;
const GAP = 12;
const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The picture's colors. */
const FELT = ["#2b6e58", "#1f5745"] as const;
const INK = "#ffffff";
const FAINT = "rgb(255 255 255 / 0.8)";
const OPEN = "rgb(255 255 255 / 0.5)";
const GOLD = "#ffd75e";

/** Draw a result: a square for each round, filled if it brought a phase; no cards. */
function draw(on: CanvasRenderingContext2D, height: number, { title, results, facts }: ReturnType<typeof lines>) {
  const felt = on.createLinearGradient(0, 0, WIDTH / 3, height);
  FELT.forEach((color, at) => felt.addColorStop(at, color));
  on.fillStyle = felt;
  on.fillRect(0, 0, WIDTH, height);
  const write = (words: string, y: number, size: number, color: string, weight = 400) => {
    on.fillStyle = color;
    on.font = `${weight} ${size}px ${FONT}`;
    on.fillText(words, EDGE, y, WIDTH - 2 * EDGE);
  };
  write(title, 124, 52, INK, 800);
  results.forEach(([who, result], at) => {
    const top = HEAD + at * ROW;
    write(`${who}: ${text.full(result.place, result.phases, result.score)}`, top + 44, 40, at ? FAINT : GOLD, 700);
    squares(on, result, top + 70);
  });
  write([facts, location.host].filter(Boolean).join(" · "), height - 52, 30, FAINT);
}

function squares(on: CanvasRenderingContext2D, { rounds }: DealResult, top: number) {
  const step = Math.min(SQUARE + GAP, (WIDTH - 2 * EDGE) / rounds.length);
  const size = (step * SQUARE) / (SQUARE + GAP);
  rounds.forEach((made, at) => {
    on.beginPath();
    on.roundRect(EDGE + at * step, top, size, size, size / 5);
    on.fillStyle = made ? GOLD : "transparent";
    on.strokeStyle = made ? GOLD : OPEN;
    on.lineWidth = Math.min(5, size / 4);
    on.fill();
    on.stroke();
  });
}

/** Return a result as a picture for others; null if this browser cannot draw it. */
export async function picture(deal: PlayedDeal): Promise<File | null> {
  const shown = lines(deal);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + shown.results.length * ROW + FOOT;
  const on = canvas.getContext("2d");
  if (!on) return null;
  draw(on, canvas.height, shown);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], "phase10.png", { type: "image/png" });
}
