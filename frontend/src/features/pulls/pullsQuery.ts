/** The requests behind pull requests. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { usePages } from "@/api/pages";
import type { PullsState } from "./pullsUrl";

const PAGE = 50;

export function usePulls(project: string, { shown, state }: PullsState) {
  const asked = {
    ...(shown === "all" ? {} : { open: shown === "open" }),
    ...(state === "" ? {} : { state }),
    limit: PAGE,
  };
  return usePages([project, "pulls", asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/projects/{project}/pull-requests", {
        params: { path: { project }, query: { ...asked, ...cursor } },
        signal,
      }),
    ),
  );
}

export function usePull(project: string, id: number) {
  return useQuery({
    queryKey: [project, "pulls", { id }],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/pull-requests/{pull_id}", {
          params: { path: { project, pull_id: id } },
          signal,
        }),
      ),
  });
}

function useDeed<Asked, Found>(project: string, deed: (asked: Asked) => Promise<Found>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "pulls"] }),
  });
}

export function useAccept(project: string, id: number) {
  return useDeed(project, (reason: string) =>
    unwrap(
      api.POST("/api/v1/projects/{project}/pull-requests/{pull_id}/acceptances", {
        params: { path: { project, pull_id: id } },
        body: { reason },
      }),
    ),
  );
}

export function useWithdraw(project: string, id: number) {
  return useDeed(project, (acceptance: number) =>
    unwrap(
      api.DELETE("/api/v1/projects/{project}/pull-requests/{pull_id}/acceptances/{acceptance_id}", {
        params: { path: { project, pull_id: id, acceptance_id: acceptance } },
      }),
    ),
  );
}

export function useTellAgain(project: string, id: number) {
  return useDeed(project, () =>
    unwrap(
      api.POST("/api/v1/projects/{project}/pull-requests/{pull_id}/again", {
        params: { path: { project, pull_id: id } },
      }),
    ),
  );
}
