/** The request for the pinned views of a project. */

import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function pinnedViewsOptions(project: string) {
  return queryOptions({
    queryKey: [project, "views", "pinned"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/views", {
          params: { path: { project }, query: { pinned: true } },
          signal,
        }),
      ),
  });
}
