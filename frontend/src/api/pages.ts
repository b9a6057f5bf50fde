/** Lists that come page by page, each page naming the cursor of the next. */

import { infiniteQueryOptions, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { keepingOf } from "./keeping";

/** Keys of lists begin with project and noun. */
const KIND = 2;

interface Cursor {
  cursor?: string;
}

type Read<Found> = (cursor: Cursor, signal: AbortSignal) => Promise<Found>;

/** How a list is asked for, to ask before its page is there. */
export function pagesOptions<Found extends { next?: string | null }>(
  queryKey: QueryKey,
  read: Read<Found>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Found) => page.next ?? undefined,
    queryFn: ({ signal, pageParam }) =>
      read(pageParam === undefined ? {} : { cursor: pageParam }, signal),
  });
}

/** The pages read so far; what is on screen stays while another list of that kind is asked for. */
export function usePages<Found extends { next?: string | null }>(
  queryKey: QueryKey,
  read: Read<Found>,
  isWanted = true,
) {
  return useInfiniteQuery({
    ...pagesOptions(queryKey, read),
    enabled: isWanted,
    placeholderData: keepingOf(...queryKey.slice(0, KIND)),
  });
}
