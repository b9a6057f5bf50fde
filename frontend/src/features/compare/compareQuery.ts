/** Requests of the comparison page. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { keepingOf } from "@/api/keeping";
import { reading } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { type CompareState, sidesOf } from "./compareUrl";

/** Runs whose pairs are offered at first. */
const OFFERED_RUNS = 50;
/** Marks of a history beside a row. */
const HISTORY_MARKS = 100;

export function isAskable(state: CompareState): boolean {
  return state.baseline.name !== "" && state.contender.name !== "";
}

/** What decides the numbers; everything else on the page only chooses among them. */
export function asked(state: CompareState) {
  const { suite, testbed, branch } = state.filters.chosen;
  return {
    ...(sidesOf(state) as { baseline: string; contender: string }),
    ...(suite === undefined ? {} : { suite }),
    ...(testbed === undefined ? {} : { testbed }),
    ...(branch === undefined ? {} : { branch }),
    ...(state.acrossTestbeds ? { across_testbeds: true } : {}),
  };
}

/** How keys begin of what compares the same sides, however it is filtered. */
function keyOf(project: string, state: CompareState) {
  return [project, "comparison", sidesOf(state)];
}

/** Both sides with all rows as columns. */
export function comparisonOptions(project: string, state: CompareState) {
  const query = { ...asked(state), columns: true, limit: 0 };
  return queryOptions({
    queryKey: [...keyOf(project, state), query],
    queryFn: reading("comparison", { project, ...query }),
  });
}

export function useComparison(project: string, state: CompareState) {
  return useQuery({
    ...comparisonOptions(project, state),
    enabled: isAskable(state),
    placeholderData: keepingOf(...keyOf(project, state)),
  });
}

/** One row with its samples, what moved beside it, and its profiles. */
export function useComparedRow(project: string, state: CompareState, series: number) {
  const query = { ...asked(state), series };
  return useRead([project, "comparison", "row", query], "comparison/row", { project, ...query });
}

/** What a side may be whose name holds the text; against a run only runs of the same suite. */
export function useSideOffers(
  project: string,
  text: string,
  isEnabled = true,
  beside: number | null = null,
) {
  return useRead(
    [project, "comparison", "sides", text, beside],
    "comparison/sides",
    { project, text, ...(beside === null ? {} : { beside }) },
    { enabled: isEnabled, placeholderData: keepingOf(project, "comparison", "sides") },
  );
}

/** The newest runs, to offer pairs of them. */
export function useRecentRuns(project: string, isEnabled: boolean) {
  return useRead(
    [project, "runs", "recent"],
    "runs",
    { project, limit: OFFERED_RUNS },
    { enabled: isEnabled },
  );
}

/** The series of a row over their commits. */
export function useRowHistory(project: string, series: number[]) {
  return useRead([project, "history", series, HISTORY_MARKS], "history", {
    project,
    series,
    budget: HISTORY_MARKS,
  });
}
