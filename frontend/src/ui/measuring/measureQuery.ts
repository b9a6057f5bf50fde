/** The requests behind measuring runs again. */

import { send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

/** Two runs, or one; of a comparison one row, by the series of its contender. */
export interface MeasuredRuns {
  run: number;
  against?: number;
  series?: number;
}

export interface WantedPairs {
  /** The effect of a row that is to be upheld or refuted. */
  ratio?: number;
  rounds?: number;
}

/** How many machine minutes jobs may take in 24 hours, and who took how many. */
export function useQuotas(project: string) {
  return useRead([project, "jobs", "quotas"], "quotas", { project });
}

export function useMeasurements(project: string, runs: MeasuredRuns, enabled: boolean) {
  return useRead([project, "jobs", runs], "jobs", { project, ...runs }, { enabled });
}

const USUAL_MINUTES = 30;

export function useMeasure(project: string, runs: MeasuredRuns, wanted: WantedPairs = {}) {
  const asked = { ...runs, ...wanted, budget_minutes: USUAL_MINUTES };
  return useAction(
    () => send("post", "jobs/measurements", { project }, asked),
    [[project, "jobs"]],
  );
}
