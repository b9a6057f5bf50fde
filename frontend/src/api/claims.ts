/** Claims of a project: asked for by their own pages and by the overview. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";

export function useClaims(project: string) {
  return useQuery({
    queryKey: [project, "claims"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/claims", { params: { path: { project } }, signal }),
      ),
  });
}
