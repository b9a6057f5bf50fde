/** Percentile curves: asked for by the page of a run and by that of a claim. */

import { keepingOf } from "./keeping";
import { useRead } from "./useRead";

/** Percentile curves of some results of one run. */
export function useTails(project: string, run: number, series: readonly number[]) {
  return useRead(
    [project, "runs", run, "tails", series],
    "runs/{run_id}/tails",
    { project, run_id: run, series: [...series] },
    { placeholderData: keepingOf(project, "runs", run, "tails") },
  );
}
