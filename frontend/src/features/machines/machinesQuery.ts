/** The requests behind the machines page. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useMachines(project: string) {
  return useQuery({
    queryKey: [project, "machines"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/machines", { params: { path: { project } }, signal }),
      ),
  });
}

/** Noise follows the series, so it is fetched anew with them. */
export function useNoise(project: string) {
  return useQuery({
    queryKey: [project, "series", "noise"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/noise", { params: { path: { project } }, signal }),
      ),
  });
}

/** One machine with its readings; beats of its agent make it anew. */
export function useMachine(project: string, machine: number) {
  return useQuery({
    queryKey: [project, "machines", machine],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/machines/{machine_id}", {
          params: { path: { project, machine_id: machine } },
          signal,
        }),
      ),
  });
}
