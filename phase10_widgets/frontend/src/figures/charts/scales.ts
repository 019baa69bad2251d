// Minimal scales for charts; those of d3 are many times larger.

export type Span = [low: number, high: number];

/** Return the step (1, 2 or 5 times a power of ten) that divides a span into about `count` parts. */
function stepOf([low, high]: Span, count: number): number {
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const error = rough / power;
  return power * (error >= 7.07 ? 10 : error >= 3.16 ? 5 : error >= 1.41 ? 2 : 1);
}

/** Return about `count` round numbers in a span. */
export function ticks(span: Span, count: number): number[] {
  const step = stepOf(span, count);
  const [first, last] = [Math.ceil(span[0] / step - 1e-9), Math.floor(span[1] / step + 1e-9)];
  // Dividing by a whole number avoids 0.30000000000000004.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (step < 1 ? (first + i) / Math.round(1 / step) : (first + i) * step));
}

/** Extend a span to the next ticks. */
export function nice(span: Span, count: number): Span {
  const step = stepOf(span, count);
  return [Math.floor(span[0] / step + 1e-9) * step, Math.ceil(span[1] / step - 1e-9) * step];
}

/** Return the powers of ten in a span. */
export function decades([low, high]: Span): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(Math.log10(high) + 1e-9) - first + 1) }, (_, i) => 10 ** (first + i));
}

/** Return the function that maps `from` to `to`. */
export const linear = ([low, high]: Span, [start, end]: Span) => (value: number) => start + ((value - low) / (high - low || 1)) * (end - start);

export function logarithmic([low, high]: Span, to: Span) {
  const scale = linear([Math.log10(low), Math.log10(high)], to);
  return (value: number) => scale(Math.log10(Math.max(value, 1e-12)));
}

/** Return the smallest and the largest number, including these. */
export const extent = (values: number[], ...least: number[]): Span =>
  [...least, ...values].reduce<Span>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);

const point = (x: number, y: number) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** Return the path through points. */
export const path = (points: Span[]) => (points.length ? `M${points.map(([x, y]) => point(x, y)).join("L")}` : "");
