/** The requests of signing in, joining a project, and one's own account. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export interface Credentials {
  email: string;
  password: string;
}

/** Signs in; afterwards everything is asked for anew, as somebody else. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => unwrap(api.POST("/api/v1/session", { body })),
    onSuccess: () => client.resetQueries(),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/v1/session")),
    onSuccess: () => client.resetQueries({ queryKey: ["session"] }),
  });
}

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) =>
      unwrap(api.POST("/api/v1/invitations/opened", { body: { token }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface Newcomer {
  name: string;
  password: string;
}

/** Accepts an invitation: as who is signed in, or with a new account. */
export function useJoin(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (newcomer: Newcomer | null) =>
      unwrap(api.POST("/api/v1/invitations/accepted", { body: { token, ...newcomer } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["session"] }),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { old: string | null; new: string }) =>
      unwrap(api.PUT("/api/v1/session/password", { body })),
  });
}
