/** The request behind the list of unread reports. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useFailedReports(project: string) {
  return useQuery({
    queryKey: [project, "reports", "failed"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/reports", {
          params: { path: { project }, query: { state: "failed" } },
          signal,
        }),
      ),
  });
}
