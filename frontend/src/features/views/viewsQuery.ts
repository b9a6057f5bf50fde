/** Requests for saved views and short links. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const VIEWS = "/api/v1/projects/{project}/views";
const VIEW = "/api/v1/projects/{project}/views/{view_id}";

interface NewView {
  name: string;
  note: string;
  address: string;
  is_pinned: boolean;
}

export interface ViewChange {
  id: number;
  name?: string;
  note?: string;
  is_pinned?: boolean;
  is_removed?: boolean;
}

export function useViews(project: string) {
  return useQuery({
    queryKey: [project, "views"],
    queryFn: ({ signal }) => unwrap(api.GET(VIEWS, { params: { path: { project } }, signal })),
  });
}

/** Every list of views, the pinned ones too, is asked for again. */
function useForgetViews(project: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [project, "views"] });
}

export function useSaveView(project: string) {
  const onSuccess = useForgetViews(project);
  return useMutation({
    mutationFn: (body: NewView) => unwrap(api.POST(VIEWS, { params: { path: { project } }, body })),
    onSuccess,
  });
}

export function useChangeView(project: string) {
  const onSuccess = useForgetViews(project);
  return useMutation({
    mutationFn: ({ id, ...body }: ViewChange) =>
      unwrap(api.PATCH(VIEW, { params: { path: { project, view_id: id } }, body })),
    onSuccess,
  });
}

export function useRemoveView(project: string) {
  const onSuccess = useForgetViews(project);
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE(VIEW, { params: { path: { project, view_id: id } } })),
    onSuccess,
  });
}

export function useShortLink(project: string) {
  return useMutation({
    mutationFn: (address: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/links", {
          params: { path: { project } },
          body: { address },
        }),
      ),
  });
}
