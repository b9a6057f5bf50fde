/** The requests behind the settings: the project and its API keys. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { NewApiKey, Project } from "@/api/types";

const PROJECT = "/api/v1/projects/{project}";
const KEYS = "/api/v1/projects/{project}/keys";

export function useProject(project: string) {
  return useQuery({
    queryKey: [project, "project"],
    queryFn: ({ signal }) => unwrap(api.GET(PROJECT, { params: { path: { project } }, signal })),
  });
}

/** Says where the code can be looked at; commits everywhere get other links by it. */
export function useLinkRepository(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) =>
      unwrap(
        api.PATCH(PROJECT, {
          params: { path: { project } },
          body: { repository_url: address },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project] }),
  });
}

/** Says who may read the project; the first page and the bar show it too. */
export function useChangeVisibility(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (visibility: Project["visibility"]) =>
      unwrap(api.PATCH(PROJECT, { params: { path: { project } }, body: { visibility } })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [project, "project"] }),
        client.invalidateQueries({ queryKey: ["session"] }),
      ]),
  });
}

export function useKeys(project: string) {
  return useQuery({
    queryKey: [project, "keys"],
    queryFn: ({ signal }) => unwrap(api.GET(KEYS, { params: { path: { project } }, signal })),
  });
}

export function useCreateKey(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) =>
      unwrap(api.POST(KEYS, { params: { path: { project } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "keys"] }),
  });
}

export function useRevokeKey(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.DELETE("/api/v1/projects/{project}/keys/{key_id}", {
          params: { path: { project, key_id: id } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "keys"] }),
  });
}
