/** Lists that come page by page, each page naming the cursor of the next. */

import { infiniteQueryOptions, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { keepingOf } from "./keeping";
import { type AnswerOf, type FieldsOf, type PathOf, reading } from "./requests";

/** Keys of lists begin with project and noun. */
const KIND = 2;

interface Page {
  next?: string | null;
}

/** Paths that answer with one page of a list. */
export type ListPath = {
  [P in PathOf<"get">]: AnswerOf<"get", P> extends Page ? P : never;
}[PathOf<"get">];

/** How a list is asked for, to ask before its page is there. */
function pagesOptions<P extends ListPath>(queryKey: QueryKey, path: P, fields: FieldsOf<"get", P>) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<"get", P>) => (page as Page).next ?? undefined,
    queryFn: ({ signal, pageParam }) =>
      reading(
        path,
        pageParam === undefined ? fields : { ...fields, cursor: pageParam },
      )({ signal }),
  });
}

/** The pages read so far; what is on screen stays while another list of that kind is asked for. */
export function usePages<P extends ListPath>(
  queryKey: QueryKey,
  path: P,
  fields: FieldsOf<"get", P>,
  isWanted = true,
) {
  return useInfiniteQuery({
    ...pagesOptions(queryKey, path, fields),
    enabled: isWanted,
    placeholderData: keepingOf(...queryKey.slice(0, KIND)),
  });
}
