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

const SESSIONS = ["account", "sessions"];

export function useOwnSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/account/sessions", { signal })),
  });
}

/** Ends one session of one's own; null: all but this one. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | null) =>
      id === null
        ? unwrap(api.DELETE("/api/v1/account/sessions"))
        : unwrap(
            api.DELETE("/api/v1/account/sessions/{session_id}", {
              params: { path: { session_id: id } },
            }),
          ),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Asks for a mail with a link; the answer does not say whether the address is known. */
export function useAskForLink() {
  return useMutation({
    mutationFn: (email: string) =>
      unwrap(api.POST("/api/v1/password-links/requests", { body: { email } })),
  });
}

export function usePasswordLink(token: string) {
  return useQuery({
    queryKey: ["password link", token],
    queryFn: ({ signal }) =>
      unwrap(api.POST("/api/v1/password-links/opened", { body: { token }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sets a password by a link; whoever was signed in there is no more. */
export function useSetPassword(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST("/api/v1/password-links/used", { body: { token, password } })),
    onSuccess: () => client.resetQueries({ queryKey: ["session"] }),
  });
}
