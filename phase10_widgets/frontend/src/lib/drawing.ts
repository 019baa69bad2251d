import { COLORS, SPECIAL, SUITS, SYMBOLS, type Caption, type ColorFace, type Face } from "./cards";

/** A path in a 24×24 box, moved to x, y and drawn `size` wide; `turned` puts it upside down in the opposite corner. */
export interface Mark {
  path: string;
  x: number;
  y: number;
  size: number;
  fill: string;
  opacity?: number;
  turned?: boolean;
}

export interface Numeral {
  label: string;
  x: number;
  y: number;
  size: number;
  fill: string;
  middle?: boolean;
  turned?: boolean;
}

/** A card face on a field of 100×144. */
export interface Drawing {
  frame: string;
  field: string;
  marks: Mark[];
  numerals: Numeral[];
}

const { background, ink, frame } = SPECIAL.back;

export const BACK: Drawing = {
  frame,
  field: background,
  marks: [
    { path: "M0 0h18v28H0zM.5.5v27h17V.5z", x: 14, y: 16, size: 96, fill: ink, opacity: 0.6 },
    { path: "M12-5 24 12 12 29 0 12zM12-2 2 12 12 26 22 12z", x: 21, y: 43, size: 58, fill: ink },
    { path: "M12 0 20 12 12 24 4 12z", x: 21, y: 43, size: 58, fill: ink, opacity: 0.85 },
  ],
  numerals: [],
};

const DISC = "M12 0a12 12 0 1 0 0 24a12 12 0 1 0 0-24z";

const ICONS: Partial<Record<Face["kind"], string>> = {
  star: SYMBOLS.star.path,
  skip: SYMBOLS.skip.path,
  joker: SYMBOLS.joker.path,
  wild: SYMBOLS.wild.path,
};

function stripes(hues: ColorFace[], y: number): Mark[] {
  return hues.map(({ background }, i) => ({ path: `M${(i * 88) / hues.length} 0h${88 / hues.length}v6h-${88 / hues.length}z`, x: 6, y, size: 24, fill: background }));
}

function quarters(hues: ColorFace[]): Mark[] {
  return hues.flatMap(({ path, background }, i) => {
    const x = i % 2 ? 52 : 20;
    const y = i < 2 ? 44 : 76;
    return [
      { path: DISC, x, y, size: 29, fill: SPECIAL.paper.background },
      { path, x: x + 5, y: y + 5, size: 19, fill: background },
    ];
  });
}

function palette(face: Face) {
  const own = (face.color && COLORS[face.color]) || null;
  if (own) return { field: own.background, ink: own.ink };
  const { kind, suit, wildSide } = face;
  if (suit) return { field: SPECIAL.paper.background, ink: SUITS[suit]!.ink };
  const { background, ink } = kind === "wild" ? SPECIAL.wild : kind === "skip" ? SPECIAL.skip : wildSide ? SPECIAL.night : SPECIAL.paper;
  return { field: background, ink };
}

/** What a wild stands for, at the foot of its card. */
function chip({ text, color, suit }: Caption, marks: Mark[], numerals: Numeral[]) {
  const hue = color ? COLORS[color] : undefined;
  const path = suit ? SUITS[suit]?.path : hue?.path;
  const fill = (suit && SUITS[suit]?.ink) || hue?.ink || SPECIAL.paper.ink;
  const size = Math.min(35, 140 / text.length);
  const width = (path ? 26 : 0) + text.length * size * 0.6 + 12;
  marks.push({ path: `M${width - 8} 0a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z`, x: 4, y: 98, size: 24, fill: hue?.background ?? SPECIAL.paper.background });
  if (path) marks.push({ path, x: 9, y: 106, size: 24, fill });
  numerals.push({ label: text, x: path ? 35 : 9, y: 130, size, fill });
}

/** `compact` draws for overlapping rows: a large corner, no middle. */
export function draw(face: Face, compact: boolean | undefined, hues: ColorFace[], caption?: Caption | null): Drawing {
  const { kind, label } = face;
  const { field, ink } = palette(face);
  const icon = ICONS[kind];
  const own = face.suit ? SUITS[face.suit]!.path : face.color && COLORS[face.color]?.path;
  const fill = kind === "wild" || (kind === "star" && face.wildSide) ? SPECIAL.night.star : ink;
  const big = compact ? 1.5 : face.suit ? 1.25 : 1;
  const wide = label.length > 1;
  const marks: Mark[] = kind === "wild" || kind === "joker" || face.wildSide ? stripes(hues, 127) : [];
  const numerals: Numeral[] = [];

  for (const turned of compact || face.wildSide || face.suit ? [false] : [false, true]) {
    if (icon) marks.push({ path: icon, x: 11, y: 12, size: 25 * big, fill, turned });
    else numerals.push({ label, x: 11, y: 13 + 25 * big, size: (wide ? 31 : 34) * big, fill: ink, turned });
    if (own && !turned) marks.push({ path: own, x: 12, y: 18 + 26 * big, size: 18 * big, fill: ink });
  }
  if (!compact) {
    if (kind === "wild") marks.push(...quarters(hues));
    else if (icon) marks.push({ path: icon, x: 22, y: 44, size: 56, fill });
    else {
      const suited = face.suit !== null;
      marks.push({ path: own || DISC, x: suited ? 35 : 10, y: suited ? 74 : 32, size: suited ? 54 : 80, fill: ink, opacity: suited ? 1 : 0.17 });
      if (own && !suited) marks.push({ path: own, x: 12, y: 105, size: 25, fill: ink });
      if (!suited) numerals.push({ label, x: 50, y: 93, size: wide ? 52 : 60, fill: ink, middle: true });
    }
  }
  if (face.symbol) {
    const [x, y, size] = compact ? [37, 55, 28] : [65, 9, 28];
    marks.push({ path: DISC, x: x!, y: y!, size: size!, fill: SPECIAL.paper.background });
    marks.push({ path: SYMBOLS.flip.path, x: x! + size! * 0.14, y: y! + size! * 0.14, size: size! * 0.72, fill: SPECIAL.night.background });
  }
  if (caption) chip(caption, marks, numerals);
  return { frame: face.wildSide ? SPECIAL.night.frame : SPECIAL.paper.background, field, marks, numerals };
}
