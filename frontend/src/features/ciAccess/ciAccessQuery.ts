/** The requests behind the rules of CI systems. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { NewCiRule } from "@/api/types";

const RULES = "/api/v1/projects/{project}/ci-rules";
const keyOf = (project: string) => [project, "ciRules"];

export function useCiRules(project: string) {
  return useQuery({
    queryKey: keyOf(project),
    queryFn: ({ signal }) => unwrap(api.GET(RULES, { params: { path: { project } }, signal })),
  });
}

export function useKeepRule(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCiRule) =>
      unwrap(api.POST(RULES, { params: { path: { project } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}

export function useRemoveRule(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.DELETE("/api/v1/projects/{project}/ci-rules/{rule_id}", {
          params: { path: { project, rule_id: id } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}

/** Nothing is kept by it, hence no request is made stale. */
export function useTryClaims(project: string) {
  return useMutation({
    mutationFn: (claims: Record<string, unknown>) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/ci-rules/trials", {
          params: { path: { project } },
          body: { claims },
        }),
      ),
  });
}
