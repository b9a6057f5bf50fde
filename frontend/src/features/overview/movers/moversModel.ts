/** Which open changes the overview lists: those found in the chosen time, improvements and history apart. */

import type { Mover } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";

/** Days back within which they were found, whenever their commits were made; all of them by default. */
export const RANGES = ["7", "30", "90", "all"] as const;
export type Range = (typeof RANGES)[number];

const DAY_MS = 86_400_000;

export interface SortedMovers {
  worse: Mover[];
  better: Mover[];
  /** Open changes found before the chosen time. */
  older: number;
  /** Found in results that were imported long after they were measured. */
  history: Mover[];
}

export function sortMovers(movers: readonly Mover[], range: Range, asOf: string): SortedMovers {
  const current = movers.filter(({ group }) => !group.is_history);
  const shown = current.filter((mover) => isWithin(mover, range, asOf));
  const isBetter = ({ group }: Mover) => group.direction === "improvement";
  return {
    worse: shown.filter((mover) => !isBetter(mover)),
    better: shown.filter(isBetter),
    older: current.length - shown.length,
    history: movers.filter(({ group }) => group.is_history),
  };
}

function isWithin({ group }: Mover, range: Range, asOf: string): boolean {
  if (range === "all") return true;
  return Date.parse(asOf) - Date.parse(group.opened_at) <= Number(range) * DAY_MS;
}

export function rangeName(range: Range): string {
  return range === "all" ? "All" : `${range} d`;
}

/**
 * What stands where no row does. The server sends the first only: of `unseen` further ones it is not
 * known here when they were found.
 */
export function rangeText(range: Range, older: number, unseen: number): string {
  if (range === "all") return "No open change.";
  if (unseen > 0)
    return `None of the first ${formatCount(older)} open changes was found in the last ${range} days.`;
  const rest =
    older === 0 ? "" : ` ${counted(older, "open change was", "open changes were")} found earlier.`;
  return `No open change was found in the last ${range} days.${rest}`;
}
