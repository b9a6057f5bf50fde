/** The request behind a benchmark's page. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** Under "series", so that it is fetched anew with them. */
export function useBenchmark(project: string, benchmark: number) {
  return useQuery({
    queryKey: [project, "series", "benchmark", benchmark],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/benchmarks/{benchmark_id}", {
          params: { path: { project, benchmark_id: benchmark } },
          signal,
        }),
      ),
  });
}
