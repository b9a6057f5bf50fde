/** Requests of the comparison page. */

import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keepingOf } from "@/api/keeping";
import { reading } from "@/api/requests";
import type { Comparison } from "@/api/types";
import { useRead } from "@/api/useRead";
import { choosesRows } from "./compareRows";
import { type CompareState, sidesOf } from "./compareUrl";

/** Runs whose pairs are offered at first. */
const OFFERED_RUNS = 50;
/** Newest open changes among which one of the code is sought. */
const OPEN_CHANGES = 5;
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

/** Both sides with rows as columns: all, or of a large comparison those that changed. */
export function comparisonOptions(
  project: string,
  state: CompareState,
  rows: "all" | "changed" = "changed",
) {
  const query = { ...asked(state), columns: true, limit: 0, rows };
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

export interface AllRows {
  query: UseQueryResult<Comparison>;
  /** From now on, and as long as the page shows these sides. */
  askFor: () => void;
  isWanted: boolean;
}

/** All rows of a large comparison, from when something is chosen among them. */
export function useAllRows(project: string, state: CompareState, folded: number): AllRows {
  const options = comparisonOptions(project, state, "all");
  const sides = JSON.stringify(options.queryKey);
  const [wantedOf, setWantedOf] = useState("");
  const isWanted = folded > 0 && (wantedOf === sides || choosesRows(state));
  // what was chosen may be taken back: the rows stay
  if (isWanted && wantedOf !== sides) setWantedOf(sides);
  const query = useQuery({ ...options, enabled: isWanted });
  return { query, askFor: () => setWantedOf(sides), isWanted };
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

/** The newest open changes, without those of pull requests and of imported histories. */
export function useNewestChanges(project: string, isEnabled: boolean) {
  return useRead(
    [project, "changes", "newest open", OPEN_CHANGES],
    "alert-groups",
    {
      project,
      state: "open",
      order: "newest",
      pulls: "none",
      history: "none",
      limit: OPEN_CHANGES,
    },
    { enabled: isEnabled },
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
