/** What a tool said of the spread of a result, where it is no interval of 95 % confidence. */

import type { RunResult } from "@/api/types";
import { formatIn, MISSING } from "@/units/format";
import type { Scale } from "@/units/scale";

const KINDS: Record<string, string> = {
  range: "fastest to slowest",
  quartiles: "quartiles",
  "standard deviation": "one standard deviation",
  "standard error": "one standard error",
  "99 % interval": "99 % interval",
  "99.9 % interval": "99.9 % interval",
  "range or standard deviation": "fastest to slowest, or one standard deviation",
  "not stated": "of a kind that the file does not name",
};

/** Says whether a result has a spread of a tool and no interval. */
export function hasSpread({ spread, sd, basis, low }: RunResult): boolean {
  return spread !== null || (basis === "summary" && sd !== null && low === null);
}

/** "[216, 234] fastest to slowest", "± 12 one standard deviation". */
export function spreadText(result: RunResult, scale: Scale): string {
  const { spread, spread_low: low, spread_high: high, sd } = result;
  if (!hasSpread(result)) return MISSING;
  if (spread === null) return `± ${formatIn(sd, scale)} one standard deviation`;
  const ends = `[${formatIn(low, scale)}, ${formatIn(high, scale)}]`;
  return `${ends} ${KINDS[spread] ?? spread}`;
}
