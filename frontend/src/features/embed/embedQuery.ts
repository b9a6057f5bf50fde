/** The one request of an embedded chart: a history, or the lines of a formula. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { History } from "@/api/types";
import type { EmbedState } from "./embedUrl";

const BUDGET = 2000;

export function useEmbedded(project: string, state: EmbedState) {
  const [formula] = state.formulas;
  return useQuery({
    queryKey: [project, "history", "embed", state.series, formula, state.zoom],
    queryFn: async ({ signal }): Promise<History> => {
      const path = { project };
      if (formula !== undefined && state.series.length === 0) {
        const query = { formula, budget: BUDGET, ...state.zoom };
        const derived = await unwrap(
          api.GET("/api/v1/projects/{project}/formula", { params: { path, query }, signal }),
        );
        return derived.history;
      }
      const query = { series: state.series, budget: BUDGET, ...state.zoom };
      return unwrap(
        api.GET("/api/v1/projects/{project}/history", { params: { path, query }, signal }),
      );
    },
  });
}
