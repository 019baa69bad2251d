import { ticks } from "d3-array";
import { decimals, percents } from "../../shared/numbers";

/** A number on an axis. */
export interface Tick {
  value: number;
  text: string;
}

/** Return roughly `about` round numbers from one end to the other, in the notation of the answers. */
export function numbered(low: number, high: number, about: number, chance: boolean): Tick[] {
  const values = ticks(low, high, about);
  const texts = (chance ? percents : decimals)(values);
  return values.map((value, i) => ({ value, text: texts[i]! }));
}

/** Return the ends of an axis with room around these values; those of chances stay within 0 and 1. */
export function around(values: number[], chance: boolean): [low: number, high: number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.1 || Math.abs(high) * 0.1 || 0.1;
  return chance ? [Math.max(0, low - room), Math.min(1, high + room)] : [low - room, high + room];
}

/** The size of a chart in the page's pixels, and of its text. */
export interface Size {
  width: number;
  height: number;
  em: number;
}
export const USUAL: Size = { width: 400, height: 130, em: 14 };

/** Attachment: report a chart's size, now and on every change, with the size of the text around it. */
export const sized = (report: (size: Size) => void) => (element: HTMLElement) => {
  const watch = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    report({ width: width || USUAL.width, height: height || USUAL.height, em: parseFloat(getComputedStyle(element).fontSize) || USUAL.em });
  });
  watch.observe(element);
  return () => watch.disconnect();
};
