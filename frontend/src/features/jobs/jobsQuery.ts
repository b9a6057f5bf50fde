/** The requests behind jobs. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { reading, send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import { cutText } from "./jobsModel";

export function useJobs(project: string) {
  return useRead([project, "jobs"], "jobs", { project });
}

export function useJob(project: string, id: number) {
  return useRead([project, "jobs", id], "jobs/{job_id}", { project, job_id: id });
}

export function useCancel(project: string, id: number) {
  return useAction(
    () => send("post", "jobs/{job_id}/cancellation", { project, job_id: id }),
    [[project, "jobs"]],
  );
}

export function usePrioritise(project: string, id: number) {
  return useAction(
    (priority: number) =>
      send("put", "jobs/{job_id}/priority", { project, job_id: id }, { priority }),
    [[project, "jobs"]],
  );
}

/** Lets a waiting job come just before another one; null: last of all. */
export function usePlace(project: string) {
  return useAction(
    ({ job, before }: { job: number; before: number | null }) =>
      send("put", "jobs/{job_id}/place", { project, job_id: job }, { before }),
    [[project, "jobs"]],
  );
}

/** The lines of a patch never change. */
export function usePatch(project: string, id: number, isEnabled: boolean) {
  return useRead(
    [project, "jobs", id, "patch"],
    "jobs/{job_id}/patch",
    { project, job_id: id },
    { enabled: isEnabled, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** A receipt is signed once, and never changes. */
export function useReceipt(project: string, id: number, isEnabled: boolean) {
  return useRead(
    [project, "jobs", id, "receipt"],
    "jobs/{job_id}/receipt",
    { project, job_id: id },
    { enabled: isEnabled, staleTime: Number.POSITIVE_INFINITY },
  );
}

export function useLaddersFor(project: string, isEnabled: boolean) {
  return useRead([project, "ladders"], "ladders", { project }, { enabled: isEnabled });
}

/** Adds the run of a patch that is kept behind the last rung. */
export function useAddKept(project: string) {
  return useAction(
    ({ ladder, run, label }: { ladder: number; run: number; label: string }) =>
      send(
        "post",
        "ladders/{ladder_id}/rungs",
        { project, ladder_id: ladder },
        {
          run_id: run,
          label,
          note: "",
          role: "rung",
          unit: "",
        },
      ),
    [[project, "ladders"]],
  );
}

interface LogRead {
  lines: readonly string[];
  /** The first line that is not read yet. */
  next: number;
}

/** Lines of a log from `first` on; each beat of the agent brings only those that are new. */
export function useLog(project: string, id: number, first: number, isEnabled: boolean) {
  const client = useQueryClient();
  const queryKey = [project, "jobs", id, "log", first];
  return useQuery({
    queryKey,
    enabled: isEnabled,
    queryFn: async ({ signal }): Promise<LogRead> => {
      const read = client.getQueryData<LogRead>(queryKey);
      const lines = [...(read?.lines ?? [])];
      let next = read?.next ?? first;
      for (;;) {
        const asked = { project, job_id: id, first: next };
        const page = await reading("jobs/{job_id}/log", asked)({ signal });
        if (page.first > next) lines.push(cutText(page.first - next));
        lines.push(...page.lines);
        next = page.first + page.lines.length;
        if (page.lines.length === 0 || next >= page.total) return { lines, next };
      }
    },
  });
}
