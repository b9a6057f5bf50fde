/** The request behind the overview. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useOverview(project: string) {
  return useQuery({
    queryKey: [project, "overview"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/overview", { params: { path: { project } }, signal }),
      ),
  });
}
