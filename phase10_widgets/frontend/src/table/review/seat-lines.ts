// Lines of a chart, one for each seat, distinguishable without color.

export const MARKS = ["●", "■", "▲", "◆", "▼", "★", "○", "□"];
export const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 4", "1 5", "9 3 2 3 2 3"];

/** The minimum distance between names, in hundredths of the height. */
const APART = 11;

/** Move the labels apart, top to bottom, none lower than the bottom; each is a distance from the top, 0 to 100. */
export function separate(lines: { label: number }[]) {
  const fromTop = lines.toSorted((a, b) => a.label - b.label);
  const n = fromTop.length;
  fromTop.forEach((line, i) => (line.label = Math.max(line.label, i ? fromTop[i - 1]!.label + APART : 0)));
  fromTop.forEach((line, i) => (line.label = Math.min(line.label, 100 - (n - 1 - i) * APART)));
}
