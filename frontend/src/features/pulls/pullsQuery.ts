/** The requests behind pull requests. */

import { usePages } from "@/api/pages";
import { send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import type { PullsState } from "./pullsUrl";

const PAGE = 50;

export function usePulls(project: string, { shown, state }: PullsState) {
  const asked = {
    ...(shown === "all" ? {} : { open: shown === "open" }),
    ...(state === "" ? {} : { state }),
    limit: PAGE,
  };
  return usePages([project, "pulls", asked], "pull-requests", { project, ...asked });
}

/** Pull requests that reports name, the newest first. */
export function useMeasured(project: string) {
  const { data } = useRead([project, "comparison", "sides", "pull"], "comparison/sides", {
    project,
    text: "pull",
  });
  return { pulls: (data?.sides ?? []).filter(({ kind }) => kind === "pull") };
}

export function usePull(project: string, id: number) {
  return useRead([project, "pulls", { id }], "pull-requests/{pull_id}", { project, pull_id: id });
}

function useDeed<Asked, Found>(project: string, deed: (asked: Asked) => Promise<Found>) {
  return useAction(deed, [[project, "pulls"]]);
}

export function useAccept(project: string, id: number) {
  return useDeed(project, (reason: string) =>
    send("post", "pull-requests/{pull_id}/acceptances", { project, pull_id: id }, { reason }),
  );
}

export function useWithdraw(project: string, id: number) {
  return useDeed(project, (acceptance: number) =>
    send("delete", "pull-requests/{pull_id}/acceptances/{acceptance_id}", {
      project,
      pull_id: id,
      acceptance_id: acceptance,
    }),
  );
}

export function useJobsOfPull(project: string, id: number, enabled: boolean) {
  const asked = { project, pull_id: id };
  return useRead([project, "jobs", { pull: id }], "pull-requests/{pull_id}/jobs", asked, {
    enabled,
  });
}

export function useMeasurePull(project: string, id: number) {
  return useAction(
    () => send("post", "pull-requests/{pull_id}/jobs", { project, pull_id: id }),
    [[project, "jobs"]],
  );
}

export function useTellAgain(project: string, id: number) {
  return useDeed(project, () =>
    send("post", "pull-requests/{pull_id}/again", { project, pull_id: id }),
  );
}
