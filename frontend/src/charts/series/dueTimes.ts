/** Pure: when commits stand on an axis of dates, on which a branch runs forward. */

import type { CommitColumns } from "@/api/types";

type Dates = Pick<CommitColumns, "time" | "due">;

/** Milliseconds per commit, ascending: its own time, or the one the server gives it instead. */
export function dueTimes({ time, due }: Dates): number[] {
  return time.map((one, at) => due[at] ?? one ?? 0);
}

/** How many commits have a time and stand at another one. */
export function countMisdated({ time, due }: Dates): number {
  return time.filter((one, at) => one !== null && due[at] != null).length;
}
