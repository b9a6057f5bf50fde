/** Shares such as scatters and rates in percent: two significant digits, as noise needs no more. */

import { formatNumber, MISSING, THIN } from "./format";

/** Beyond twice as much nobody thinks in per cent. */
const FACTOR = 2;

/** 0.0042 → "0.42", 0.183 → "18"; nothing for what is unknown. */
export function shareNumber(share: number | null): string {
  if (share === null) return MISSING;
  const percent = Number((100 * share).toPrecision(2));
  return percent < 0.01 && percent > 0 ? "<\u202f0.01" : formatNumber(percent, 2);
}

/** The same with its unit: "0.42 %". */
export function formatShare(share: number | null): string {
  return share === null ? MISSING : `${shareNumber(share)}${THIN}%`;
}

/** A scatter or a change on top of a level: "18 %", or as a factor where it is more than the level. */
export function formatScatter(share: number | null): string {
  if (share === null || 1 + share <= FACTOR) return formatShare(share);
  return `${formatNumber(1 + share, 2)}×`;
}

/** The same with its ends in its own scale: "2 % [1.1, 3.4]", "16× [8, 30]". */
export function formatScatterRange(share: number, low: number, high: number | null): string {
  const write = 1 + share > FACTOR ? (end: number) => formatNumber(1 + end, 2) : shareNumber;
  return `${formatScatter(share)} [${write(low)}, ${high === null ? "∞" : write(high)}]`;
}
