/** The requests of signing in, joining a project, and one's own account. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asking, send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

export interface Credentials {
  email: string;
  password: string;
}

/** Signs in; afterwards everything is asked for again, as somebody else. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => send("post", "/api/v1/session", {}, body),
    onSuccess: () => client.resetQueries(),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send("delete", "/api/v1/session", {}),
    onSuccess: () => client.resetQueries({ queryKey: ["session"] }),
  });
}

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ["invitation", token],
    queryFn: asking("/api/v1/invitations/opened", {}, { token }),
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
  return useAction(
    (newcomer: Newcomer | null) =>
      send("post", "/api/v1/invitations/accepted", {}, { token, ...newcomer }),
    [["session"]],
  );
}

export function useChangePassword() {
  return useAction((body: { old: string | null; new: string }) =>
    send("put", "/api/v1/session/password", {}, body),
  );
}

const SESSIONS = ["account", "sessions"];

export function useOwnSessions() {
  return useRead(SESSIONS, "/api/v1/account/sessions", {});
}

/** Ends one session of one's own; null: all but this one. */
export function useEndSession() {
  return useAction(
    (id: number | null) =>
      id === null
        ? send("delete", "/api/v1/account/sessions", {})
        : send("delete", "/api/v1/account/sessions/{session_id}", { session_id: id }),
    [SESSIONS],
  );
}

/** Asks for a mail with a link; the answer does not say whether the address is known. */
export function useAskForLink() {
  return useAction((email: string) =>
    send("post", "/api/v1/password-links/requests", {}, { email }),
  );
}

export function usePasswordLink(token: string) {
  return useQuery({
    queryKey: ["password link", token],
    queryFn: asking("/api/v1/password-links/opened", {}, { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sets a password by a link; whoever was signed in there is no more. */
export function useSetPassword(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      send("post", "/api/v1/password-links/used", {}, { token, password }),
    onSuccess: () => client.resetQueries({ queryKey: ["session"] }),
  });
}
