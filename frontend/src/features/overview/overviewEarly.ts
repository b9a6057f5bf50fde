/** The overview, asked for while the code of its page is still on the way. */

import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/requests";
import { pinnedViewsOptions } from "@/ui/links/pinnedViews";
import { readMark } from "./seenMark";

/** Who is signed in has a mark on the server; a visitor's browser says up to when it has seen. */
export function overviewOptions(project: string) {
  return queryOptions({
    queryKey: [project, "overview"],
    queryFn: ({ signal }) => {
      const since = readMark(project);
      return reading("overview", { project, ...(since === null ? {} : { since }) })({ signal });
    },
  });
}

export function askForOverview(client: QueryClient, project: string): void {
  void client.prefetchQuery(overviewOptions(project));
  void client.prefetchQuery(pinnedViewsOptions(project));
}
