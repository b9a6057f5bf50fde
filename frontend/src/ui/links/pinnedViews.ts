/** The request for the pinned views of a project. */

import { queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/requests";

export function pinnedViewsOptions(project: string) {
  return queryOptions({
    queryKey: [project, "views", "pinned"],
    queryFn: reading("views", { project, pinned: true }),
  });
}
