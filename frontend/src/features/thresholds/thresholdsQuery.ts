/** The requests behind thresholds. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { DryRun } from "@/api/types";

const LOOK_AGAIN_MS = 700;
/** Series judged anew after saving: the page says how many are left. */
const STILL_WAITING_MS = 2_000;

export function useThresholds(project: string) {
  return useQuery({
    queryKey: [project, "thresholds"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/thresholds", { params: { path: { project } }, signal }),
      ),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? STILL_WAITING_MS : false),
  });
}

/** What a text that is being edited says, or what is wrong with it. */
export function useReading(project: string, text: string, isWanted: boolean) {
  return useQuery({
    queryKey: [project, "thresholdReading", text],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/threshold-readings", {
          params: { path: { project } },
          body: { text },
          signal,
        }),
      ),
    enabled: isWanted,
    placeholderData: (before) => before,
    retry: false,
  });
}

export function useVersion(project: string, number: number | null) {
  return useQuery({
    queryKey: [project, "thresholdVersion", number],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/thresholds/versions/{number}", {
          params: { path: { project, number: number ?? 0 } },
          signal,
        }),
      ),
    enabled: number !== null,
  });
}

export function isUnderWay(run: DryRun): boolean {
  return run.state === "waiting" || run.state === "running";
}

/** A dry run, read again until it is over. */
export function useDryRun(project: string, id: number | null) {
  return useQuery({
    queryKey: [project, "dryRun", id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/dry-runs/{dry_run_id}", {
          params: { path: { project, dry_run_id: id ?? 0 } },
          signal,
        }),
      ),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false,
  });
}

export function useBeginDryRun(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/dry-runs", {
          params: { path: { project } },
          body: { text },
        }),
      ),
    onSuccess: (run) => client.setQueryData([project, "dryRun", run.id], run),
  });
}

export function useSave(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, basedOn }: { text: string; basedOn: number }) =>
      unwrap(
        api.PUT("/api/v1/projects/{project}/thresholds", {
          params: { path: { project } },
          body: { text, based_on: basedOn, source: "the page" },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "thresholds"] }),
  });
}
