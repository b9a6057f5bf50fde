/** The request behind a suite's page. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** Under "series", so that it is fetched anew with them. */
export function useSuite(project: string, suite: number) {
  return useQuery({
    queryKey: [project, "series", "suite", suite],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/suites/{suite_id}", {
          params: { path: { project, suite_id: suite } },
          signal,
        }),
      ),
  });
}
