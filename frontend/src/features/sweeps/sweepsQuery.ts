/** Requests of the sweep pages. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
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

export function useSweep(project: string, benchmark: number, axis: string, state: SweepState) {
  const { metric, testbed, branch, run, margin } = state;
  const asked = { metric, testbed, branch, run, ...(margin === null ? {} : { margin }) };
  return useQuery({
    queryKey: [project, "sweeps", benchmark, axis, asked],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/sweeps/{benchmark_id}/{axis}", {
          params: { path: { project, benchmark_id: benchmark, axis }, query: asked },
          signal,
        }),
      ),
  });
}
