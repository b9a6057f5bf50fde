/** Lists that come page by page, each page naming the cursor of the next. */

import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Cursor {
  cursor?: string;
}

/** The pages read so far; what is on screen stays while another list is asked for. */
export function usePages<Found extends { next?: string | null }>(
  queryKey: QueryKey,
  read: (cursor: Cursor, signal: AbortSignal) => Promise<Found>,
) {
  return useInfiniteQuery({
    queryKey,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Found) => page.next ?? undefined,
    queryFn: ({ signal, pageParam }) =>
      read(pageParam === undefined ? {} : { cursor: pageParam }, signal),
  });
}
