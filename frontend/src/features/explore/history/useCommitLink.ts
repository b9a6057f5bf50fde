/** Follows a link to one commit: zooms to it and opens its point, then leaves the address plain. */

import { useEffect } from "react";
import type { History } from "@/api/types";
import { zoomAround } from "../exploreModel";
import type { ChangeExplore, ExploreState } from "../exploreUrl";

export function useCommitLink(
  history: History | undefined,
  state: ExploreState,
  change: ChangeExplore,
): void {
  const { commit, series } = state;
  useEffect(() => {
    const first = series[0];
    const isHere = history?.series.some((one) => one.series.id === first);
    if (commit === null || first === undefined || history === undefined || !isHere) return;
    const points = history.commits.id.includes(commit) ? [{ series: first, commit }] : [];
    change(
      { commit: null, points, zoom: zoomAround(history.commits, commit) },
      { isReplacing: true },
    );
  }, [commit, series, history, change]);
}
