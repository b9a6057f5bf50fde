/** Requests of the sweep pages. */

import { keepingOf } from "@/api/keeping";
import { send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import type { SweepState } from "./sweepsUrl";

export function useSweeps(project: string) {
  return useRead([project, "sweeps"], "sweeps", { project });
}

/** What is best in each, once the list is there. */
export function useSweepBests(project: string, isWanted: boolean) {
  return useRead([project, "sweeps", "bests"], "sweep-bests", { project }, { enabled: isWanted });
}

/** What decides the numbers of a sweep. */
export function sweepQuery({ metric, testbed, branch, run, margin, also }: SweepState) {
  return {
    metric,
    testbed,
    branch,
    run,
    ...(also.length === 0 ? {} : { also }),
    ...(margin === null ? {} : { margin }),
  };
}

export function useSweep(project: string, benchmark: number, axis: string, state: SweepState) {
  const asked = sweepQuery(state);
  return useRead(
    [project, "sweeps", benchmark, axis, asked],
    "sweeps/{benchmark_id}/{axis}",
    { project, benchmark_id: benchmark, axis, ...asked },
    {
      enabled: state.second === null,
      placeholderData: keepingOf(project, "sweeps", benchmark, axis),
    },
  );
}

/** What a job refines: the curves of one run. */
interface RefinedSweep {
  axis: string;
  metric: string;
  testbed: string;
  branch: string;
  run: number;
  margin: number;
}

export function useJobsOfSweep(
  project: string,
  benchmark: number,
  where: RefinedSweep,
  enabled: boolean,
) {
  const asked = { project, benchmark_id: benchmark, ...where };
  return useRead([project, "jobs", { benchmark, ...where }], "sweep-jobs/{benchmark_id}", asked, {
    enabled,
  });
}

export function useRefine(project: string, benchmark: number, where: RefinedSweep) {
  return useAction(
    () => send("post", "sweep-jobs/{benchmark_id}", { project, benchmark_id: benchmark }, where),
    [[project, "jobs"]],
  );
}

/** One run over two parameters. */
export function useGrid(project: string, benchmark: number, axis: string, state: SweepState) {
  const { metric, testbed, branch, run, second } = state;
  const asked = { first: axis, second: second ?? "", metric, testbed, branch, run };
  return useRead(
    [project, "sweeps", "grid", benchmark, asked],
    "sweep-grids/{benchmark_id}",
    { project, benchmark_id: benchmark, ...asked },
    { placeholderData: keepingOf(project, "sweeps", "grid", benchmark) },
  );
}

/** The best values at the newest commits. */
export function useOptima(project: string, benchmark: number, axis: string, state: SweepState) {
  const { metric, testbed, branch } = state;
  const asked = { axis, metric, testbed, branch };
  return useRead([project, "sweeps", "optima", benchmark, asked], "sweep-optima/{benchmark_id}", {
    project,
    benchmark_id: benchmark,
    ...asked,
  });
}
