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
