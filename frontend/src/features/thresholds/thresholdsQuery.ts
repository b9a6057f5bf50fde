/** The requests behind thresholds. */

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asking, send } from "@/api/requests";
import type { DryRun } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

const LOOK_AGAIN_MS = 700;
/** Series judged again after saving: the page says how many are left. */
const STILL_WAITING_MS = 2_000;

export function useThresholds(project: string) {
  return useRead(
    [project, "thresholds"],
    "thresholds",
    { project },
    { refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? STILL_WAITING_MS : false) },
  );
}

/** What a text that is being edited says, or what is wrong with it. */
export function useReading(project: string, text: string, isWanted: boolean) {
  return useQuery({
    queryKey: [project, "thresholdReading", text],
    queryFn: asking("threshold-readings", { project }, { text }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useVersion(project: string, number: number | null) {
  return useRead(
    [project, "thresholdVersion", number],
    "thresholds/versions/{number}",
    { project, number: number ?? 0 },
    { enabled: number !== null },
  );
}

export function isUnderWay(run: DryRun): boolean {
  return run.state === "waiting" || run.state === "running";
}

/** A dry run, read again until it is over. */
export function useDryRun(project: string, id: number | null) {
  return useRead(
    [project, "dryRun", id],
    "dry-runs/{dry_run_id}",
    { project, dry_run_id: id ?? 0 },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) =>
        state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false,
    },
  );
}

export function useBeginDryRun(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => send("post", "dry-runs", { project }, { text }),
    onSuccess: (run) => client.setQueryData([project, "dryRun", run.id], run),
  });
}

export function useSave(project: string) {
  return useAction(
    ({ text, basedOn }: { text: string; basedOn: number }) =>
      send("put", "thresholds", { project }, { text, based_on: basedOn, source: "the page" }),
    [[project, "thresholds"]],
  );
}
