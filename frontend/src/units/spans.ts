/** Pure: a long time in words. */

import { formatCount } from "./format";

const MONTH_DAYS = 30.44;
const YEAR_MONTHS = 12;

/** "7 weeks", "16 months", "3 years" */
export function spanText(days: number): string {
  const months = Math.round(days / MONTH_DAYS);
  if (months < 3) return `${formatCount(Math.round(days / 7))} weeks`;
  if (months < 3 * YEAR_MONTHS) return `${formatCount(months)} months`;
  return `${formatCount(Math.round(months / YEAR_MONTHS))} years`;
}
