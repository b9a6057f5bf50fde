/** Shares and factors as the server's sentences write them (backend/wording/numbers.py). */

import { groupThousands, THIN } from "./format";
import { PHRASES } from "./phrases";

const MINUS = "\u2212";
const DIGITS = 3;
/** From here on digits are counted instead of read: 1.00e15. */
const LONG = 1e15;
const MOST_DECIMALS = 3;
/** Per cent below this are written as 0. */
const LEAST = 1e-4;
/** Per cent from here on are written without decimals. */
const WHOLE = 99.95;
export const PERCENT = `${THIN}%`;

/** Decimal text; a number exactly between two texts gets the even one, as the server has it. */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  const exact = value.toFixed(Math.min(decimals + 25, 100));
  const dropped = exact.slice(exact.indexOf(".") + 1 + decimals);
  const isTie = value < LONG && /^50*$/.test(dropped);
  if (!isTie || Number(text.at(-1)) % 2 === 0) return text;
  return (Number(text) - 10 ** -decimals).toFixed(decimals);
}

function grouped(text: string): string {
  const [whole = "", fraction] = text.split(".", 2);
  return fraction === undefined ? groupThousands(whole) : `${groupThousands(whole)}.${fraction}`;
}

/** A number with three significant digits and thousands apart. */
function plain(value: number): string {
  if (value === 0) return "0";
  if (value >= LONG) return value.toExponential(DIGITS - 1).replace("e+", "e");
  if (value < 10 ** -DIGITS) return String(Number(value.toPrecision(DIGITS)));
  const rounded = Number(value.toExponential(DIGITS - 1));
  const decimals = Math.max(DIGITS - 1 - Math.floor(Math.log10(rounded)), 0);
  return grouped(fixed(value, decimals));
}

/** A ratio with three significant digits. */
export function factorText(ratio: number): string {
  return Number.isFinite(ratio) ? plain(ratio) : PHRASES.effect.no_limit;
}

/** Shares in per cent without the sign; an interval with the decimals that show what it tells. */
export function perCents(centre: number, ...ends: [] | [number, number]): string[] {
  const decimals = ends.length === 0 ? decimalsAlone(centre) : decimalsOf(centre, ...ends);
  return [centre, ...ends].map((share) => written(100 * share, decimals));
}

function decimalsOf(centre: number, low: number, high: number): number {
  const half = 50 * Math.abs(high - low);
  const beside = low * high > 0 ? decimalsBesideZero(Math.min(Math.abs(low), Math.abs(high))) : 0;
  if (half === 0) return Math.max(decimalsAlone(centre), beside);
  if (half >= 0.1 - 1e-9) return Math.max(1, beside);
  return Math.max(Math.min(Math.ceil(-Math.log10(half) - 1e-9), MOST_DECIMALS), beside);
}

/** The fewest decimals at which an end is not written as 0; 0 where none would do. */
function decimalsBesideZero(end: number): number {
  return [1, 2, MOST_DECIMALS].find((decimals) => Number((100 * end).toFixed(decimals)) > 0) ?? 0;
}

function decimalsAlone(share: number): number {
  const size = 100 * Math.abs(share);
  if (size < LEAST || size >= 0.1) return 1;
  const digits = String(Number(size.toPrecision(2)));
  return digits.includes("e") ? -Math.floor(Math.log10(size)) : (digits.split(".")[1]?.length ?? 0);
}

function written(perCent: number, decimals: number): string {
  const size = Math.abs(perCent);
  const text = sizeText(size, decimals);
  return perCent < 0 && Number(text) !== 0 ? `${MINUS}${text}` : text;
}

function sizeText(size: number, decimals: number): string {
  if (size < WHOLE) return fixed(size, decimals);
  if (!Number.isFinite(size)) return PHRASES.effect.no_limit;
  return size >= LONG ? plain(size) : grouped(fixed(size, 0));
}
