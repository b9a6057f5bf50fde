/** Titles of charts: what is plotted, its unit, which direction is better. */

import { directionPhrase, type Quantity } from "@/units/verdict";

/** "wall_time in ms, lower is better" */
export function chartTitle(
  metric: string,
  unitLabel: string,
  direction: Quantity["direction"],
): string {
  const unit = unitLabel === "" ? "" : ` in ${unitLabel}`;
  return `${metric}${unit}, ${directionPhrase(direction)}`;
}
