/** Checks of a machine in order, and counted. */

import type { PreflightCheck } from "@/api/types";
import { counted } from "@/ui/words/countWords";

const RANKS: Record<PreflightCheck["state"], number> = { warning: 0, unknown: 1, ok: 2 };

/** Warnings first, then what is unknown, then what is in order. */
export function orderedChecks(checks: readonly PreflightCheck[]): PreflightCheck[] {
  return [...checks].sort((a, b) => RANKS[a.state] - RANKS[b.state]);
}

/** "2 warnings, 6 unknown, 9 in order." */
export function preflightText(checks: readonly PreflightCheck[]): string {
  const of = (state: PreflightCheck["state"]) =>
    checks.filter((check) => check.state === state).length;
  return `${counted(of("warning"), "warning")}, ${of("unknown")} unknown, ${of("ok")} in order.`;
}
