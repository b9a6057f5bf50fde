/** Requests of the comparison page. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { filterQuery, NO_FILTERS } from "@/ui/filters";
import { type CompareState, sidesOf } from "./compareUrl";

/** Rows of the first answer: more than a screen, a fraction of the work of all. */
const FIRST_ROWS = 200;
/** Runs that are offered to choose from. */
const OFFERED_RUNS = 50;

export function isAskable(state: CompareState): boolean {
  return state.baseline.name !== "" && state.contender.name !== "";
}

export function useComparison(project: string, state: CompareState) {
  const asked = {
    ...(sidesOf(state) as { baseline: string; contender: string }),
    ...filterQuery(state.filters),
    ...(state.verdicts.length === 0 ? {} : { verdict: state.verdicts }),
    ...(state.acrossTestbeds ? { across_testbeds: true } : {}),
    ...(state.isWhole ? {} : { limit: FIRST_ROWS }),
  };
  return useQuery({
    queryKey: [project, "comparison", asked],
    enabled: isAskable(state),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/comparison", {
          params: { path: { project }, query: asked },
          signal,
        }),
      ),
  });
}

/** The newest runs, to choose a side from. */
export function useRecentRuns(project: string) {
  return useQuery({
    queryKey: [project, "runs", "recent"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs", {
          params: { path: { project }, query: { limit: OFFERED_RUNS } },
          signal,
        }),
      ),
  });
}

/** Everything that the project can be filtered by. */
export function useChoices(project: string) {
  return useQuery({
    queryKey: [project, "facets", NO_FILTERS],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/facets", { params: { path: { project } }, signal }),
      ),
  });
}

/** Samples of one side of a row. */
export function useSideSamples(project: string, run: number | null, series: number) {
  return useQuery({
    queryKey: [project, "runs", run, "samples", series],
    enabled: run !== null,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run_id}/results/{series_id}", {
          params: { path: { project, run_id: run ?? 0, series_id: series } },
          signal,
        }),
      ),
  });
}
