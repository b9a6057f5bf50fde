/** The requests behind the overview. */

import { useQuery } from "@tanstack/react-query";
import { send } from "@/api/requests";
import { useSession } from "@/api/session";
import { useAction } from "@/ui/feedback/useAction";
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
  const session = useSession();
  const set = async (at: string | null) => {
    if (session.data?.user) await send("put", "seen", { project }, { at });
    else writeMark(project, at);
  };
  return useAction(set, [[project, "overview"]], () => ({
    label: "Marked as seen",
    undo: () => set(before),
  }));
}
