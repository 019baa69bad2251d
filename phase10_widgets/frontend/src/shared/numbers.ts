// Numbers on the axes of charts. Results are formatted by Python.

import { language } from "../strings/language.svelte";

/** Format a whole number with digit groups, as Python does: 1,600 in English, 1600 in German, 10,000 in both. */
export const number = (n: number) =>
  new Intl.NumberFormat(language(), { useGrouping: language() === "en" || Math.abs(n) >= 10_000 })
    .formatToParts(n)
    .map(({ type, value }) => (type === "group" && value !== "," ? "\u202f" : value))
    .join("");

/** Format numbers on an axis, all with enough decimals to tell them apart. */
export function decimals(values: number[]): string[] {
  const step = Math.min(...values.slice(1).map((value, i) => value - values[i]!));
  const digits = Number.isFinite(step) && step > 0 ? Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)) : 0;
  return values.map((value) => (digits ? value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }) : number(value)));
}

/** Format chances on an axis in percent, all with enough decimals to tell them apart. */
export function percents(values: number[]): string[] {
  const step = Math.min(...values.slice(1).map((value, i) => value - values[i]!)) * 100;
  const digits = Number.isFinite(step) && step > 0 ? Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)) : 0;
  const format = new Intl.NumberFormat(language(), { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
  return values.map((value) => format.format(value));
}

/** Format a share in a table in percent. */
export const percent = (share: number) => percents([share, share + 0.001])[0]!;

/** Format an estimated share and its 95% interval with the digits that its error supports, as `p10.odds.share` does; the ends are rounded outward, and 0% and 100% have no decimals. */
export function estimated(share: number, low: number, high: number): string[] {
  const error = (high - low) / 3.92;
  const digits = error > 0 ? Math.max(0, -Math.floor(Math.log10(error)) - 2) : 0;
  const unit = 10 ** (digits + 2);
  const write = (value: number) => {
    const n = value === 0 || value === 1 ? 0 : digits;
    return new Intl.NumberFormat(language(), { style: "percent", minimumFractionDigits: n, maximumFractionDigits: n }).format(value);
  };
  const tie = share === 0 || share === 1 ? 0 : 1e-7 * Math.sign(share - 0.5); // a tie is rounded away from one half
  return [write(share + tie), write(Math.floor(low * unit + 1e-9) / unit), write(Math.ceil(high * unit - 1e-9) / unit)];
}

/** Format a share as a whole percentage. */
export const wholePercent = (share: number) => share.toLocaleString(language(), { style: "percent" });
