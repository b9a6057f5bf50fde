/** Requests of the explorer. */

import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePages } from "@/api/pages";
import { reading } from "@/api/requests";
import type { History } from "@/api/types";
import { useRead } from "@/api/useRead";
import { type Filters, filterQuery } from "@/ui/url/filters";
import { type ExploreState, MAX_SERIES, type Zoom } from "./exploreUrl";
import { linesOf } from "./lines";

/** Marks over all series; the browser draws this many at once without stutter. */
const BUDGET = 4000;
/** Marks of the strip that shows everything. */
const STRIP_BUDGET = 800;
/** As many as can be chosen at once. */
const PAGE = MAX_SERIES;
/** Values of each facet that are there without asking for more. */
const FACET_VALUES = 30;

function facetsOptions(project: string, filters: Filters) {
  const asked = { ...filterQuery(filters), most: FACET_VALUES };
  return queryOptions({
    queryKey: [project, "facets", asked],
    queryFn: reading("facets", { project, ...asked }),
  });
}

export function useFacets(project: string, filters: Filters, isWanted = true) {
  return useQuery({
    ...facetsOptions(project, filters),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
}

interface FacetLook {
  facet: string;
  contains: string;
  most: number;
}

/** Values of one facet beyond those that come with all of them. */
export function useFacetValues(
  project: string,
  filters: Filters,
  look: FacetLook,
  isWanted: boolean,
) {
  return useRead(
    [project, "facets", filters, look],
    "facets",
    { project, ...filterQuery(filters), ...look },
    { enabled: isWanted, placeholderData: keepPreviousData },
  );
}

/** The newest results in rows and columns. */
export function usePivot(
  project: string,
  { filters, pivot, series }: Pick<ExploreState, "filters" | "pivot" | "series">,
) {
  const { rows, columns, against } = pivot;
  const base = against === null ? {} : { against };
  const matching = series.length === 0 ? filterQuery(filters) : { series };
  return useRead(
    [project, "pivot", filters, pivot, series],
    "pivot",
    { project, ...matching, rows, columns, ...base },
    { placeholderData: keepPreviousData },
  );
}

/** The question for the series that match, one page after the other. */
function seriesList(project: string, filters: Filters) {
  const asked = { project, ...filterQuery(filters), limit: PAGE };
  return [[project, "series", filters], "series", asked] as const;
}

export function useSeries(project: string, filters: Filters, isWanted = true) {
  return usePages(...seriesList(project, filters), isWanted);
}

type Stretch = Pick<ExploreState, "series" | "zoom" | "percentiles">;

export function historyOptions(project: string, { series, zoom, percentiles }: Stretch) {
  return queryOptions({
    queryKey: historyKey(project, series, zoom, percentiles),
    queryFn: ({ signal }) =>
      readHistory(project, { series, budget: BUDGET, percentile: percentiles, ...zoom }, signal),
  });
}

/** History of the series, of the zoomed range only where one is given: it comes in finer detail. */
export function useHistory(project: string, stretch: Stretch, isWanted: boolean) {
  return useQuery({
    ...historyOptions(project, stretch),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
}

/** All of the history, coarser; asked for only beside a zoomed one that is already here. */
export function useWholeHistory(project: string, series: number[], isWanted: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [project, "history", series, "whole"],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      // who zoomed in had everything on screen just before
      const known = client.getQueryState<History>(historyKey(project, series, null, []));
      if (known?.data !== undefined && !known.isInvalidated) return known.data;
      return readHistory(project, { series, budget: STRIP_BUDGET }, signal);
    },
  });
}

function historyKey(project: string, series: number[], zoom: Zoom | null, percentiles: number[]) {
  return [project, "history", series, zoom, percentiles];
}

interface HistoryQuery {
  series: number[];
  budget: number;
  percentile?: number[];
  from?: number;
  to?: number;
}

async function readHistory(project: string, query: HistoryQuery, signal: AbortSignal) {
  return linesOf(await reading("history", { project, ...query })({ signal }));
}

/** Where the scatter of one series comes from; asked for only while it is shown. */
export function useSeriesNoise(project: string, series: number) {
  return useRead([project, "series", "noise", series], "series/{series_id}/noise", {
    project,
    series_id: series,
  });
}

/** One series in two runs: how it differs, whether the binary is the same, and the machines. */
export function usePointsCompared(
  project: string,
  asked: { series: number; run: number; before: number } | null,
) {
  const { series, run, before } = asked ?? { series: 0, run: 0, before: 0 };
  const query = { baseline: `run:${before}`, contender: `run:${run}`, series };
  return useRead(
    [project, "comparison", "row", query],
    "comparison/row",
    { project, ...query },
    { enabled: asked !== null },
  );
}
