/** A run with all of its results, which come some thousand at a time. */

import { reading } from "./requests";
import type { RunDetail } from "./types";

export async function wholeRun(
  project: string,
  run: number,
  signal: AbortSignal,
): Promise<RunDetail> {
  const place = { project, run_id: run };
  const first = await reading("runs/{run_id}", place)({ signal });
  const rows = [...first.rows];
  let cursor = first.next;
  while (cursor !== null) {
    const page = await reading("runs/{run_id}/results", { ...place, cursor })({ signal });
    rows.push(...page.rows);
    cursor = page.next;
  }
  return { ...first, rows, next: null };
}
