/** Titles of charts: what is plotted, its unit, which direction is better. */

import { directionPhrase, type Quantity } from "@/units/verdict";

/** Scales of plain counts, which have no unit to stand before. */
const COUNTS: Record<string, string> = {
  k: "thousands",
  M: "millions",
  G: "billions",
  T: "trillions",
};

/** "wall_time in ms, lower is better" */
export function chartTitle(
  metric: string,
  unitLabel: string,
  direction: Quantity["direction"],
): string {
  const unit = unitLabel === "" ? "" : ` in ${COUNTS[unitLabel] ?? unitLabel}`;
  return `${metric}${unit}, ${directionPhrase(direction)}`;
}
