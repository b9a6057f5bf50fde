/** What stays on screen while a question is asked again. */

import { hashKey, type QueryKey } from "@tanstack/react-query";

/**
 * Keeps the last answer where its key begins like this: the same thing, otherwise filtered, zoomed or weighed.
 * An answer about another project, run or split is never shown for this one.
 */
export function keepingOf(...same: QueryKey) {
  const wanted = hashKey(same);
  return <Body>(last: Body | undefined, query: { queryKey: QueryKey } | undefined) =>
    query !== undefined && hashKey(query.queryKey.slice(0, same.length)) === wanted
      ? last
      : undefined;
}
