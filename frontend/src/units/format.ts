/** Numbers with units as text: three significant digits, thin spaces, no false precision. */

import { type Scale, scaleFor } from "./scale";

/** Narrow no-break space: between number and unit, and between groups of three digits. */
export const THIN = "\u202f";
const MINUS = "\u2212";
export const MISSING = "–";

/** Puts a thin space before every three digits that others stand before: "12 345". */
export function groupThousands(whole: string): string {
  let grouped = whole;
  for (let at = whole.length - 3; at > 0 && /\d/.test(whole.charAt(at - 1)); at -= 3) {
    grouped = `${grouped.slice(0, at)}${THIN}${grouped.slice(at)}`;
  }
  return grouped;
}

/** Groups the digits before the point; four digits stay together in columns without it. */
function grouped(digits: string): string {
  const [whole = "", fraction] = digits.split(".", 2);
  const groups = groupThousands(whole);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** Decimal text with this many significant digits and never an exponent below 10^15. */
function significant(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0) return "0";
  const exponent = Math.floor(Math.log10(rounded));
  if (exponent >= 15 || exponent < -9) return value.toExponential(digits - 1);
  return rounded.toFixed(Math.min(100, Math.max(0, digits - 1 - exponent)));
}

/** A bare number with three significant digits; small whole numbers stay whole. */
export function formatNumber(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return MISSING;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  const sign = value < 0 ? MINUS : "";
  const size = Math.abs(value);
  if (Number.isInteger(size) && size < 10 ** digits) return `${sign}${size}`;
  return `${sign}${grouped(significant(size, digits))}`;
}

/** A count of things, every digit shown: 12 345. */
export function formatCount(value: number): string {
  return `${value < 0 ? MINUS : ""}${grouped(Math.abs(Math.round(value)).toString())}`;
}

/** The number of a value in a given scale, without the unit (columns carry it in their head). */
export function formatIn(value: number | null | undefined, scale: Scale, digits = 3): string {
  if (value === null || value === undefined) return MISSING;
  return formatNumber(value / scale.divisor, digits);
}

function join(number: string, label: string): string {
  return label === "" ? number : `${number}${THIN}${label}`;
}

/** A value with its unit in the prefix that suits it: 0.00457 s → "4.57 ms". */
export function formatValue(value: number | null | undefined, unit: string, digits = 3): string {
  if (value === null || value === undefined) return MISSING;
  const scale = scaleFor(unit, value);
  return join(formatIn(value, scale, digits), scale.label);
}

/** The ends of an interval in the prefix of the value they stand behind: "0.71 k/s" → "[0.61, 0.81]". */
export function formatInterval(
  low: number,
  high: number,
  unit: string,
  value: number | null,
): string {
  const scale = scaleFor(unit, value ?? high);
  return `[${formatIn(low, scale)}, ${formatIn(high, scale)}]`;
}

/** The value of a parameter exactly as it was set, 1024 as "1024". */
export function formatSetting(value: number): string {
  return String(value);
}

/** A value with up to nine digits, for hovering: nothing that was measured is hidden. */
export function formatExact(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return MISSING;
  const scale = scaleFor(unit, value);
  const shown = Number((Math.abs(value) / scale.divisor).toPrecision(9)).toString();
  const number = shown.includes("e") ? shown : grouped(shown);
  return join(`${value < 0 ? MINUS : ""}${number}`, scale.label);
}

/** A relative difference (0.048) in percent without sign words: "4.8 %". */
export function formatPercent(fraction: number): string {
  return `${percentNumber(fraction)}${THIN}%`;
}

/** Percent with one decimal below ten, none from a hundred on. */
export function percentNumber(fraction: number): string {
  const percent = fraction * 100;
  const size = Math.abs(percent);
  let text = size.toFixed(size >= 99.95 ? 0 : 1);
  if (size < 0.1 && size >= 0.005) text = size.toFixed(2);
  return `${percent < 0 && Number(text) !== 0 ? MINUS : ""}${grouped(text)}`;
}
