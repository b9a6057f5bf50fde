/** The requests behind the machines page. */

import { send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

export function useMachines(project: string) {
  return useRead([project, "machines"], "machines", { project });
}

/** Noise follows the series, so it is fetched again with them. */
export function useNoise(project: string) {
  return useRead([project, "series", "noise"], "noise", { project });
}

/** What confirm jobs found; read again after each verdict. */
export function useTallies(project: string) {
  return useRead([project, "jobs", "tallies"], "jobs/tallies", { project });
}

/** One machine with its readings; beats of its agent make it again. */
export function useMachine(project: string, machine: number) {
  return useRead([project, "machines", machine], "machines/{machine_id}", {
    project,
    machine_id: machine,
  });
}

/** A/A jobs of a machine, the newest first, and what another one costs. */
export function useChecks(project: string, machine: number, enabled: boolean) {
  return useRead(
    [project, "jobs", { machine }],
    "jobs/self-checks/{machine_id}",
    { project, machine_id: machine },
    { enabled },
  );
}

export function useAskCheck(project: string, machine: number) {
  return useAction(
    () => send("post", "jobs/self-checks", { project }, { machine }),
    [[project, "jobs"]],
  );
}

/** Lets a machine out of quarantine, or puts it in; with the reason. */
export function useQuarantine(project: string, machine: number, isIn: boolean) {
  const path = isIn ? "machines/{machine_id}/quarantine/end" : "machines/{machine_id}/quarantine";
  return useAction(
    (why: string) => send("post", path, { project, machine_id: machine }, { why }),
    [
      [project, "machines"],
      [project, "jobs"],
    ],
  );
}
