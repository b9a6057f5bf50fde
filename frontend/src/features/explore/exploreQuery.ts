/** Requests of the explorer. */

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { SeriesPage } from "@/api/types";
import { type Filters, filterQuery } from "@/ui/filters";
import type { Zoom } from "./exploreUrl";

/** Marks over all series; the browser draws this many at once without stutter. */
const BUDGET = 4000;
const PAGE = 50;

export function useFacets(project: string, filters: Filters) {
  return useQuery({
    queryKey: [project, "facets", filters],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/facets", {
          params: { path: { project }, query: filterQuery(filters) },
          signal,
        }),
      ),
  });
}

export function useSeries(project: string, filters: Filters) {
  return useInfiniteQuery({
    queryKey: [project, "series", filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: SeriesPage) => page.next ?? undefined,
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      const query = { ...filterQuery(filters), limit: PAGE, ...cursor };
      return unwrap(
        api.GET("/api/v1/projects/{project}/series", {
          params: { path: { project }, query },
          signal,
        }),
      );
    },
  });
}

/** History of the series, of the zoomed range only where one is given: it comes in finer detail. */
export function useHistory(project: string, series: number[], zoom: Zoom | null) {
  return useQuery({
    queryKey: [project, "history", series, zoom],
    enabled: series.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/history", {
          params: { path: { project }, query: { series, budget: BUDGET, ...zoom } },
          signal,
        }),
      ),
  });
}

/** Where the scatter of one series comes from; asked for only while it is shown. */
export function useSeriesNoise(project: string, series: number) {
  return useQuery({
    queryKey: [project, "series", "noise", series],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/series/{series_id}/noise", {
          params: { path: { project, series_id: series } },
          signal,
        }),
      ),
  });
}
