/** Requests of the run list and of one run. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keepingOf } from "@/api/keeping";
import { usePages } from "@/api/pages";
import { wholeRun } from "@/api/wholeRun";
import type { RunListState } from "./runsUrl";

const PAGE = 50;

export function useRuns(project: string, state: RunListState) {
  const { text, hasControls, ...filters } = state;
  const kind = hasControls || filters.suite.length > 0 ? ("all" as const) : ("suites" as const);
  const asked = { ...filters, kind, ...(text === "" ? {} : { text }) };
  return usePages([project, "runs", asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/projects/{project}/runs", {
        params: { path: { project }, query: { ...asked, limit: PAGE, ...cursor } },
        signal,
      }),
    ),
  );
}

export function useRun(project: string, run: number) {
  return useQuery({
    queryKey: [project, "runs", run],
    queryFn: ({ signal }) => wholeRun(project, run, signal),
  });
}

/** Samples of one result, in measuring order. */
export function useSamples(project: string, run: number, series: number) {
  return useQuery({
    queryKey: [project, "runs", run, "samples", series],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run_id}/results/{series_id}", {
          params: { path: { project, run_id: run, series_id: series } },
          signal,
        }),
      ),
  });
}

/** Results of one run held against each other; each pair is a baseline and a contender. */
export function useVariantPairs(project: string, run: number, pairs: readonly string[]) {
  return useQuery({
    queryKey: [project, "runs", run, "variants", pairs],
    enabled: pairs.length > 0,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run_id}/variants", {
          params: { path: { project, run_id: run }, query: { pair: [...pairs] } },
          signal,
        }),
      ),
  });
}

/** Percentile curves of some results of one run. */
export function useTails(project: string, run: number, series: readonly number[]) {
  return useQuery({
    queryKey: [project, "runs", run, "tails", series],
    placeholderData: keepingOf(project, "runs", run, "tails"),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run_id}/tails", {
          params: { path: { project, run_id: run }, query: { series: [...series] } },
          signal,
        }),
      ),
  });
}

/** How quantities went within processes of one run. */
export function useCourses(project: string, run: number, courses: readonly number[]) {
  return useQuery({
    queryKey: [project, "runs", run, "courses", courses],
    placeholderData: keepingOf(project, "runs", run, "courses"),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run_id}/courses", {
          params: { path: { project, run_id: run }, query: { course: [...courses] } },
          signal,
        }),
      ),
  });
}

/** One profile with its functions. */
export function useProfile(project: string, profile: number) {
  return useQuery({
    queryKey: [project, "profiles", profile],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/profiles/{profile_id}", {
          params: { path: { project, profile_id: profile } },
          signal,
        }),
      ),
  });
}
