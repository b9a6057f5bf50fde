/** The requests behind the members of a project. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { NewInvitation, RoleName } from "@/api/types";

const keyOf = (project: string) => [project, "members"];

export function useMembers(project: string) {
  return useQuery({
    queryKey: keyOf(project),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/members", { params: { path: { project } }, signal }),
      ),
  });
}

export function useInvite(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitation) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/invitations", { params: { path: { project } }, body }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}

export function useWithdraw(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.DELETE("/api/v1/projects/{project}/invitations/{invitation_id}", {
          params: { path: { project, invitation_id: id } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}

/** Gives a member another role; none: the member is removed. */
export function useRole(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: { id: number; role: RoleName | null }) => {
      const params = { path: { project, user_id: id } };
      return role === null
        ? unwrap(api.DELETE("/api/v1/projects/{project}/members/{user_id}", { params }))
        : unwrap(
            api.PUT("/api/v1/projects/{project}/members/{user_id}", { params, body: { role } }),
          );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}
