/** The requests behind the overview. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { useSession } from "@/api/session";
import { useUndo } from "@/ui/undo";
import { readMark, writeMark } from "./seenMark";

/** Who is signed in has a mark on the server; a visitor's browser says up to when it has seen. */
export function useOverview(project: string) {
  return useQuery({
    queryKey: [project, "overview"],
    queryFn: ({ signal }) => {
      const since = readMark(project);
      return unwrap(
        api.GET("/api/v1/projects/{project}/overview", {
          params: { path: { project }, query: since === null ? {} : { since } },
          signal,
        }),
      );
    },
  });
}

/** Moves the mark, here and on the server, and offers to put it back. */
export function useMarkSeen(project: string, before: string | null) {
  const client = useQueryClient();
  const session = useSession();
  const { act } = useUndo();
  const set = async (at: string | null) => {
    if (session.data?.user) {
      await unwrap(
        api.PUT("/api/v1/projects/{project}/seen", {
          params: { path: { project } },
          body: { at },
        }),
      );
    } else {
      writeMark(project, at);
    }
    await client.invalidateQueries({ queryKey: [project, "overview"] });
  };
  return useMutation({
    mutationFn: set,
    onSuccess: () => act({ label: "Marked as seen", undo: () => set(before) }),
  });
}
