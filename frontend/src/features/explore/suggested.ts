/** What the explorer draws before anything is selected: the largest open changes of what the filters leave. */

import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { reading } from "@/api/requests";
import type { AlertGroup, SeriesPage } from "@/api/types";
import { type Filters, filterQuery } from "@/ui/url/filters";
import type { ChangeOf } from "@/ui/url/useUrlState";
import { useSeries } from "./exploreQuery";
import type { ChangeExplore, ExploreState } from "./exploreUrl";

/** Few enough to be seen at a glance. */
const MOST = 6;
/** A line takes some points. */
const LEAST_POINTS = 3;

export function largestOptions(project: string, filters: Filters) {
  const hasBranch = (filters.chosen.branch ?? []).length > 0;
  const asked = {
    ...filterQuery(filters),
    state: "open" as const,
    order: "largest" as const,
    ...(hasBranch ? {} : { pulls: "none" as const }),
  };
  return queryOptions({
    queryKey: [project, "changes", "largest", asked],
    queryFn: reading("alert-groups", { project, ...asked, limit: MOST }),
  });
}

export interface Suggested {
  /** Undefined until they are known, and where something is selected. */
  ids: number[] | undefined;
  /** They changed most; else they are those with most results. */
  areMovers: boolean;
  /** How many series the filters leave, where that was asked for here. */
  total: number | undefined;
}

export function useSuggested(project: string, state: ExploreState): Suggested {
  const { series, filters, view } = state;
  const isWanted = series.length === 0 && view !== "pivot";
  const query = useQuery({
    ...largestOptions(project, filters),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const moved = useMemo(
    () => (query.isError ? [] : movedSeries(query.data?.rows)),
    [query.data, query.isError],
  );
  const areMovers = moved !== undefined && moved.length > 0;
  const listed = useSeries(project, filters, isWanted && moved?.length === 0);
  const [first] = listed.data?.pages ?? [];
  const isSettled = first !== undefined || listed.isError;
  const ids = useMemo(() => {
    if (areMovers || moved === undefined) return moved;
    return isSettled ? longest(first) : undefined;
  }, [areMovers, moved, isSettled, first]);
  return { ids: isWanted ? ids : undefined, areMovers, total: first?.total };
}

function movedSeries(groups: readonly AlertGroup[] | undefined): number[] | undefined {
  return groups && [...new Set(groups.map(({ lead }) => lead.series.id))];
}

function longest(found: SeriesPage | undefined): number[] {
  return (found?.rows ?? [])
    .filter(({ points }) => points >= LEAST_POINTS)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST)
    .map(({ series }) => series.id);
}

/** Whoever changes how the suggested series are drawn selects them by that. */
export function useAdopting(change: ChangeExplore, suggested: number[] | undefined): ChangeExplore {
  return useCallback(
    (part: ChangeOf<ExploreState>, options) =>
      change((now) => {
        const own = part instanceof Function ? part(now) : part;
        const isOfDrawing = !("series" in own || "filters" in own || own.view === "pivot");
        const isAdopted = now.series.length === 0 && suggested !== undefined && isOfDrawing;
        return isAdopted ? { ...own, series: suggested } : own;
      }, options),
    [change, suggested],
  );
}
