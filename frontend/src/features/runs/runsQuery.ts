/** Requests of the run list and of one run. */

import { useQuery } from "@tanstack/react-query";
import { keepingOf } from "@/api/keeping";
import { usePages } from "@/api/pages";
import { send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { wholeRun } from "@/api/wholeRun";
import { useAction } from "@/ui/feedback/useAction";
import type { RunListState } from "./runsUrl";

const PAGE = 50;

export function useRuns(project: string, state: RunListState) {
  const { text, hasControls, ...filters } = state;
  const kind = hasControls || filters.suite.length > 0 ? ("all" as const) : ("suites" as const);
  const asked = { ...filters, kind, ...(text === "" ? {} : { text }) };
  return usePages([project, "runs", asked], "runs", { project, ...asked, limit: PAGE });
}

export function useRun(project: string, run: number) {
  return useQuery({
    queryKey: [project, "runs", run],
    queryFn: ({ signal }) => wholeRun(project, run, signal),
  });
}

/** How a run and its rows stand to one of the commit before it; nothing where there is none. */
export function useRunBefore(project: string, run: number, base: number | null | undefined) {
  const asked = { baseline: `run:${base}`, contender: `run:${run}` };
  return useRead(
    [project, "comparison", "before", asked],
    "comparison",
    { project, ...asked },
    { enabled: typeof base === "number" },
  );
}

/** Samples of one result, in measuring order. */
export function useSamples(project: string, run: number, series: number) {
  return useRead([project, "runs", run, "samples", series], "runs/{run_id}/results/{series_id}", {
    project,
    run_id: run,
    series_id: series,
  });
}

/** Results of one run held against each other; each pair is a baseline and a contender. */
export function useVariantPairs(project: string, run: number, pairs: readonly string[]) {
  return useRead(
    [project, "runs", run, "variants", pairs],
    "runs/{run_id}/variants",
    { project, run_id: run, pair: [...pairs] },
    { enabled: pairs.length > 0 },
  );
}

/** How quantities went within processes of one run. */
export function useCourses(project: string, run: number, courses: readonly number[]) {
  return useRead(
    [project, "runs", run, "courses", courses],
    "runs/{run_id}/courses",
    { project, run_id: run, course: [...courses] },
    { placeholderData: keepingOf(project, "runs", run, "courses") },
  );
}

/** One profile with its functions. */
export function useProfile(project: string, profile: number) {
  return useRead([project, "profiles", profile], "profiles/{profile_id}", {
    project,
    profile_id: profile,
  });
}

interface Corrected {
  run: number;
  reason: string;
}

/** A run, or its result of one series. */
export interface Part {
  run: number;
  series?: number | undefined;
}

function bodyOf({ run, series }: Part) {
  const results = series === undefined ? [] : [{ run, series }];
  return { runs: series === undefined ? [run] : [], results, dry_run: false };
}

/** Leaves a run or a result out of the baselines. Whatever the project shows may rest on it. */
export function useExclude(project: string) {
  return useAction(
    ({ reason, ...part }: Part & Corrected) =>
      send("post", "exclusions", { project }, { ...bodyOf(part), reason }),
    [[project]],
    (_, { run, series }) => ({
      label: series === undefined ? `Run ${run} excluded` : "Result excluded",
      undo: () => send("post", "inclusions", { project }, bodyOf({ run, series })),
    }),
  );
}

export function useInclude(project: string) {
  return useAction(
    (part: Part) => send("post", "inclusions", { project }, bodyOf(part)),
    [[project]],
  );
}

export function useDeleteRun(project: string) {
  return useAction(
    ({ run, reason }: Corrected) =>
      send("post", "deletions", { project }, { runs: [run], reason, dry_run: false }),
    [[project]],
    ({ deletion }, { run }) =>
      deletion === null
        ? null
        : {
            label: `Run ${run} deleted`,
            undo: () =>
              send("post", "deletions/{deletion_id}/restore", { project, deletion_id: deletion }),
          },
  );
}
