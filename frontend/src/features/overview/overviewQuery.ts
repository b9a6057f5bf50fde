/** The requests behind the overview. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { useSession } from "@/api/session";
import { useUndo } from "@/ui/feedback/undo";
import { pinnedViewsOptions } from "@/ui/links/pinnedViews";
import { overviewOptions } from "./overviewEarly";
import { writeMark } from "./seenMark";

export function useOverview(project: string) {
  return useQuery(overviewOptions(project));
}

/**
 * Whether the pinned views are still to come. They stand above most of the page and would push it
 * down; where the first try fails, nobody waits for the next.
 */
export function useIsPinnedToCome(project: string): boolean {
  const { isFetched, failureCount } = useQuery(pinnedViewsOptions(project));
  return !isFetched && failureCount === 0;
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
