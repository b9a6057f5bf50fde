/** Request for the lines of a formula, of the zoomed range only where one is given. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keepingOf } from "@/api/keeping";
import type { Zoom } from "../exploreUrl";

const BUDGET = 2000;

export function useFormula(project: string, formula: string, zoom: Zoom | null) {
  return useQuery({
    queryKey: [project, "history", "formula", formula, zoom],
    placeholderData: keepingOf(project, "history", "formula", formula),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/formula", {
          params: { path: { project }, query: { formula, budget: BUDGET, ...zoom } },
          signal,
        }),
      ),
  });
}
