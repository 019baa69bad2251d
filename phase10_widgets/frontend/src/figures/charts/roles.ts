import type { Role } from "../../protocol/figures";

/** The shape of each role's marks, in a box from -1 to 1: square, disc, diamond, triangle. */
const SHAPES: Record<Role, string> = {
  truth: "M-.8-.8H.8V.8H-.8Z",
  sample: "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z",
  guess: "M0-1.2 1.2 0 0 1.2-1.2 0Z",
  other: "M0-1.1 1.1.9H-1.1Z",
};

/** Return a role's mark as a path around x, y. */
export const shaped = (role: Role, x: number, y: number, size: number) => ({ d: SHAPES[role], transform: `translate(${x} ${y}) scale(${size})` });

/** The four symbols of units, in a box from -1 to 1: disc, ring, square, frame. */
export const SYMBOLS = [
  "M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0Z",
  "M-.85 0a.85.85 0 1 0 1.7 0a.85.85 0 1 0-1.7 0ZM-.4 0a.4.4 0 1 1 .8 0a.4.4 0 1 1-.8 0Z",
  "M-.75-.75H.75V.75H-.75Z",
  "M-.8-.8H.8V.8H-.8ZM-.4-.4V.4H.4V-.4Z",
];

/** At this width and above, charts are as tall as on a large screen. */
export const NARROW = 480;

/** The approximate width of a letter in a chart, in pixels. */
const LETTER = 6.8;

export const wide = (words: string) => words.length * LETTER;

export const widest = (words: string[]) => Math.max(0, ...words.map(wide));

/** Break text into lines of this width in pixels; SVG text does not wrap by itself. */
export function wrapped(words: string, width: number): string[] {
  const lines = [""];
  for (const word of words.split(" ")) {
    const line = lines.at(-1)!;
    if (line && wide(`${line} ${word}`) > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
