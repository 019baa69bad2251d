import { COLORS, SPECIAL, SUITS, SYMBOLS, type Caption, type ColorFace, type Face } from "./cards";

/** Return a path in a 24×24 box, moved to x, y and drawn `size` wide; `turned` puts it upside down in the opposite corner. */
const mark = (path: string, x: number, y: number, size: number, fill: string, turned?: boolean, opacity = 1) =>
  `<path d="${path}" transform="${turn(turned)}translate(${x} ${y})scale(${size / 24})" fill="${fill}" fill-opacity="${opacity}"/>`;

/** Return a label as SVG text. Only the label may come from outside, so markup characters are removed from it. */
const numeral = (label: string, x: number, y: number, size: number, fill: string, turned?: boolean, more = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" transform="${turn(turned)}"${more}>${label.replace(/[&<]/g, "")}</text>`;

/** Return the large label; two digits fill the width that the corner's shape leaves, in any font. */
const large = (label: string, fill: string) =>
  label.length > 1 ? numeral(label, 50, 90, 49, fill, false, ' data-middle textLength="48" lengthAdjust="spacingAndGlyphs"') : numeral(label, 50, 93, 60, fill, false, " data-middle");

const turn = (turned?: boolean) => (turned ? "rotate(180 50 72)" : "");

const paper = (frame: string, field: string) => `<rect x="1" y="1" width="98" height="142" rx="12" fill="${frame}"/><rect x="6" y="6" width="88" height="132" rx="8" fill="${field}"/>`;

const { background, ink, frame } = SPECIAL.back;

export const BACK =
  paper(frame, background) +
  mark("M0 0h18v28H0zM.5.5v27h17V.5z", 14, 16, 96, ink, false, 0.6) +
  mark("M12-5 24 12 12 29 0 12zM12-2 2 12 12 26 22 12z", 21, 43, 58, ink) +
  mark("M12 0 20 12 12 24 4 12z", 21, 43, 58, ink, false, 0.85);

const DISC = "M12 0a12 12 0 1 0 0 24a12 12 0 1 0 0-24z";

const ICONS: Partial<Record<Face["kind"], string>> = {
  star: SYMBOLS.star.path,
  skip: SYMBOLS.skip.path,
  joker: SYMBOLS.joker.path,
  wild: SYMBOLS.wild.path,
};

function stripes(hues: ColorFace[], y: number): string {
  const wide = 88 / hues.length;
  return hues.map(({ background }, i) => mark(`M${i * wide} 0h${wide}v6h-${wide}z`, 6, y, 24, background)).join("");
}

/** Return the shapes of up to six colors in two rows. */
function quarters(hues: ColorFace[]): string {
  const [columns, left, step, size] = hues.length > 4 ? [3, 13, 26, 22] : [2, 20, 32, 29];
  return hues
    .map(({ path, background }, i) => {
      const x = left + step * (i % columns);
      const y = i < columns ? 44 : 76;
      return mark(DISC, x, y, size, SPECIAL.paper.background) + mark(path, x + size / 6, y + size / 6, size * 0.66, background);
    })
    .join("");
}

function palette(face: Face) {
  const own = (face.color && COLORS[face.color]) || null;
  if (own) return { field: own.background, ink: own.ink };
  const { kind, suit, wildSide } = face;
  if (suit) return { field: SPECIAL.paper.background, ink: SUITS[suit]!.ink };
  const { background, ink } = kind === "wild" ? SPECIAL.wild : kind === "skip" ? SPECIAL.skip : wildSide ? SPECIAL.night : SPECIAL.paper;
  return { field: background, ink };
}

/** Return the label at the foot of a wild with the card it stands for. */
function chip({ text, color, suit }: Caption): string {
  const hue = color ? COLORS[color] : undefined;
  const path = suit ? SUITS[suit]?.path : hue?.path;
  const fill = (suit && SUITS[suit]?.ink) || hue?.ink || SPECIAL.paper.ink;
  const size = Math.min(35, 140 / text.length);
  const width = (path ? 26 : 0) + text.length * size * 0.6 + 12;
  const field = mark(`M${width - 8} 0a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z`, 4, 98, 24, hue?.background ?? SPECIAL.paper.background);
  return field + (path ? mark(path, 9, 106, 24, fill) : "") + numeral(text, path ? 35 : 9, 130, size, fill);
}

/** Return the content of a face's `<svg>`, 100×144 units. `compact` draws for overlapping rows: a large corner, no middle. */
export function draw(face: Face, compact: boolean | undefined, hues: ColorFace[], caption?: Caption | null): string {
  const { kind, label } = face;
  const { field, ink } = palette(face);
  const icon = ICONS[kind];
  const own = face.suit ? SUITS[face.suit]!.path : face.color && COLORS[face.color]?.path;
  const fill = kind === "wild" || (kind === "star" && face.wildSide) ? SPECIAL.night.star : ink;
  const big = compact ? 1.5 : face.suit ? 1.25 : 1;
  const wide = label.length > 1;
  let drawn = paper(face.wildSide ? SPECIAL.night.frame : SPECIAL.paper.background, field);
  if (kind === "wild" || kind === "joker" || face.wildSide) drawn += stripes(hues, 127);

  for (const turned of compact || face.wildSide || face.suit ? [false] : [false, true]) {
    drawn += icon ? mark(icon, 11, 12, 25 * big, fill, turned) : numeral(label, 11, 13 + 25 * big, (wide ? 31 : 34) * big, ink, turned);
    if (own && !turned) drawn += mark(own, compact || face.suit ? 12 : 10, 18 + 26 * big, (compact || face.suit ? 18 : 16) * big, ink);
  }
  if (!compact) {
    if (kind === "wild") drawn += quarters(hues);
    else if (icon) drawn += mark(icon, 22, 44, 56, fill);
    else if (face.suit) drawn += mark(own!, 35, 74, 54, ink);
    else {
      drawn += mark(own || DISC, 10, 32, 80, ink, false, 0.17);
      if (own) drawn += mark(own, 12, 105, 25, ink);
      drawn += large(label, ink);
    }
  }
  if (face.symbol) {
    const [x, y, size] = compact ? ([37, 55, 28] as const) : ([65, 9, 28] as const);
    drawn += mark(DISC, x, y, size, SPECIAL.paper.background) + mark(SYMBOLS.flip.path, x + size * 0.14, y + size * 0.14, size * 0.72, SPECIAL.night.background);
  }
  return caption ? drawn + chip(caption) : drawn;
}
