/** Shares such as scatters and rates in percent: two significant digits, as noise needs no more. */

import { formatNumber, MISSING, THIN } from "./format";

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
