/** What the profiles of a variant say of one function. */

import type { FunctionDifference } from "@/api/types";
import { shortCommit } from "@/ui/words/commitName";
import { formatPercent } from "@/units/format";
import { formatShare } from "@/units/share";

/**
 * "parse_int: +5.1 % [+3.0 %, +7.2 %] of itself, +0.1 % of the CPU time before, since 3f2a1b0."
 *
 * Shares are of all CPU time before the change, so that what is new can be more than 100 %.
 */
export function functionText(one: FunctionDifference): string {
  const { name, is_module, others, ratio, low, high, before, after, commit } = one;
  const which = is_module ? `Module ${name}` : name;
  const shared = others.length === 0 ? "" : ` with ${others.join(", ")}`;
  const since = `since ${shortCommit(commit.name)}`;
  const known = `${which}${shared}`;
  if (before === 0) return `${known}: new ${since}, ${formatShare(after)} of the CPU time before.`;
  if (after === 0) return `${known}: gone ${since}, was ${formatShare(before)} of the CPU time.`;
  const total = `${signed(after - before)} of the CPU time before`;
  if (ratio === null || low === null || high === null)
    return `${known}: from ${formatShare(before)} to ${formatShare(after)} of the CPU time before, ${since}.`;
  const interval = `[${signed(low - 1)}, ${signed(high - 1)}]`;
  return `${known}: ${signed(ratio - 1)} ${interval} of itself, ${total}, ${since}.`;
}

function signed(fraction: number): string {
  return `${fraction > 0 ? "+" : ""}${formatPercent(fraction)}`;
}
