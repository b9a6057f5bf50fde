/** The list of unread reports, and the request to read one again. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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

/** Has a report read again; it leaves the list, and comes back if it fails again. */
export function useReadAgain(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (report: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/reports/{report_id}/again", {
          params: { path: { project, report_id: report } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "reports"] }),
  });
}
