/** The requests behind the machines page. */

import { useRead } from "@/api/useRead";

export function useMachines(project: string) {
  return useRead([project, "machines"], "machines", { project });
}

/** Noise follows the series, so it is fetched anew with them. */
export function useNoise(project: string) {
  return useRead([project, "series", "noise"], "noise", { project });
}

/** What confirm jobs found; read again after each verdict. */
export function useTallies(project: string) {
  return useRead([project, "jobs", "tallies"], "jobs/tallies", { project });
}

/** One machine with its readings; beats of its agent make it anew. */
export function useMachine(project: string, machine: number) {
  return useRead([project, "machines", machine], "machines/{machine_id}", {
    project,
    machine_id: machine,
  });
}
