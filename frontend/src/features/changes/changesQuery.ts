/** Requests of the change list. */

import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { ChangePage } from "@/api/types";
import { filterQuery, NO_FILTERS } from "@/ui/filters";
import type { ChangesState } from "./changesUrl";

const PAGE = 50;
/** The server answers no more series at once. */
const SERIES_AT_ONCE = 20;
/** Marks of one sparkline, and the fewest that the server thins to. */
const MARKS = 60;
const LEAST_MARKS = 100;

export function useChanges(project: string, state: ChangesState) {
  const asked = {
    ...filterQuery(state.filters),
    state: state.state,
    ...(state.verdict === "" ? {} : { verdict: state.verdict }),
  };
  return useInfiniteQuery({
    queryKey: [project, "changes", asked],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ChangePage) => page.next ?? undefined,
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return unwrap(
        api.GET("/api/v1/projects/{project}/changes", {
          params: { path: { project }, query: { ...asked, limit: PAGE, ...cursor } },
          signal,
        }),
      );
    },
  });
}

/** Every suite, benchmark, metric, testbed and branch of the project, for the filters. */
export function useChoices(project: string) {
  return useQuery({
    queryKey: [project, "facets", NO_FILTERS],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/facets", { params: { path: { project } }, signal }),
      ),
  });
}

/** Coarse histories of the listed series, a few requests for all of them; without one, no line. */
export function useShapes(project: string, series: number[]) {
  const chunks: number[][] = [];
  for (let start = 0; start < series.length; start += SERIES_AT_ONCE) {
    chunks.push(series.slice(start, start + SERIES_AT_ONCE));
  }
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: [project, "history", "shapes", chunk],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(
          api.GET("/api/v1/projects/{project}/history", {
            params: {
              path: { project },
              query: { series: chunk, budget: Math.max(LEAST_MARKS, MARKS * chunk.length) },
            },
            signal,
          }),
        ),
    })),
    combine: (answers) => answers.flatMap((answer) => answer.data ?? []),
  });
}
