/** The requests behind the connection to a forge. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { ForgeEdit, NewForgeConnection } from "@/api/types";

const PATH = "/api/v1/projects/{project}/forge";

export function useForge(project: string) {
  return useQuery({
    queryKey: [project, "forge"],
    queryFn: ({ signal }) => unwrap(api.GET(PATH, { params: { path: { project } }, signal })),
  });
}

function useDeed<Asked, Found>(project: string, deed: (asked: Asked) => Promise<Found>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "forge"] }),
  });
}

export function useConnect(project: string) {
  return useDeed(project, (body: NewForgeConnection) =>
    unwrap(api.POST(PATH, { params: { path: { project } }, body })),
  );
}

export function useEditForge(project: string) {
  return useDeed(project, (body: ForgeEdit) =>
    unwrap(api.PATCH(PATH, { params: { path: { project } }, body })),
  );
}

export function useRenewSecret(project: string) {
  return useDeed(project, () =>
    unwrap(api.POST("/api/v1/projects/{project}/forge/secret", { params: { path: { project } } })),
  );
}

export function useTry(project: string) {
  return useDeed(project, () =>
    unwrap(api.POST("/api/v1/projects/{project}/forge/trials", { params: { path: { project } } })),
  );
}

/** Disconnects, or brings the connection back as it was. */
export function useDisconnect(project: string) {
  return useDeed(project, (isGone: boolean) => {
    const params = { path: { project } };
    return isGone
      ? unwrap(api.DELETE(PATH, { params }))
      : unwrap(api.POST("/api/v1/projects/{project}/forge/restore", { params }));
  });
}
