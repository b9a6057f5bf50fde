/** Requests of the claim pages. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const CLAIM = "/api/v1/projects/{project}/claims/{claim_id}";

export function useClaim(project: string, id: number) {
  return useQuery({
    queryKey: [project, "claims", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET(CLAIM, { params: { path: { project, claim_id: id } }, signal })),
  });
}

export function useImportClaims(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/claims/imports", {
          params: { path: { project } },
          body: { text },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "claims"] }),
  });
}

export function useRemoveClaim(project: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [project, "claims"] });
  const remove = useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE(CLAIM, { params: { path: { project, claim_id: id } } })),
    onSuccess: refresh,
  });
  const restore = async (id: number) => {
    const path = { project, claim_id: id };
    await unwrap(
      api.POST("/api/v1/projects/{project}/claims/{claim_id}/restore", { params: { path } }),
    );
    await refresh();
  };
  return { remove, restore };
}
