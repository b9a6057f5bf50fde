/** The request behind a benchmark's page. */

import { useRead } from "@/api/useRead";

/** Under "series", so that it is fetched anew with them. */
export function useBenchmark(project: string, benchmark: number) {
  return useRead([project, "series", "benchmark", benchmark], "benchmarks/{benchmark_id}", {
    project,
    benchmark_id: benchmark,
  });
}
