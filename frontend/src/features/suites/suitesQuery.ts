/** The request behind a suite's page. */

import { useRead } from "@/api/useRead";

/** Under "series", so that it is fetched anew with them. */
export function useSuite(project: string, suite: number) {
  return useRead([project, "series", "suite", suite], "suites/{suite_id}", {
    project,
    suite_id: suite,
  });
}
