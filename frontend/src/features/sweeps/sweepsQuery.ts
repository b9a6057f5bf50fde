/** Requests of the sweep pages. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keepingOf } from "@/api/keeping";
import type { SweepState } from "./sweepsUrl";

export function useSweeps(project: string) {
  return useQuery({
    queryKey: [project, "sweeps"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/sweeps", { params: { path: { project } }, signal }),
      ),
  });
}

/** What is best in each, once the list is there. */
export function useSweepBests(project: string, isWanted: boolean) {
  return useQuery({
    queryKey: [project, "sweeps", "bests"],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/sweep-bests", {
          params: { path: { project } },
          signal,
        }),
      ),
  });
}

export function useSweep(project: string, benchmark: number, axis: string, state: SweepState) {
  const { metric, testbed, branch, run, margin, also } = state;
  const asked = {
    metric,
    testbed,
    branch,
    run,
    ...(also.length === 0 ? {} : { also }),
    ...(margin === null ? {} : { margin }),
  };
  return useQuery({
    queryKey: [project, "sweeps", benchmark, axis, asked],
    enabled: state.second === null,
    placeholderData: keepingOf(project, "sweeps", benchmark, axis),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/sweeps/{benchmark_id}/{axis}", {
          params: { path: { project, benchmark_id: benchmark, axis }, query: asked },
          signal,
        }),
      ),
  });
}

/** One run over two parameters. */
export function useGrid(project: string, benchmark: number, axis: string, state: SweepState) {
  const { metric, testbed, branch, run, second } = state;
  const asked = { first: axis, second: second ?? "", metric, testbed, branch, run };
  return useQuery({
    queryKey: [project, "sweeps", "grid", benchmark, asked],
    placeholderData: keepingOf(project, "sweeps", "grid", benchmark),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/sweep-grids/{benchmark_id}", {
          params: { path: { project, benchmark_id: benchmark }, query: asked },
          signal,
        }),
      ),
  });
}

/** The best values at the newest commits. */
export function useOptima(project: string, benchmark: number, axis: string, state: SweepState) {
  const { metric, testbed, branch } = state;
  const asked = { axis, metric, testbed, branch };
  return useQuery({
    queryKey: [project, "sweeps", "optima", benchmark, asked],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/sweep-optima/{benchmark_id}", {
          params: { path: { project, benchmark_id: benchmark }, query: asked },
          signal,
        }),
      ),
  });
}
