/** The history of what is chosen: the part in view, in the unit of its commits, and all of it. */

import { useMemo } from "react";
import { useHistory, useWholeHistory } from "../exploreQuery";
import type { ExploreState } from "../exploreUrl";
import { fittedZoom } from "./zoomUnit";

export function useCharted(project: string, state: ExploreState, isWanted: boolean) {
  const hasChosen = isWanted && state.series.length > 0;
  const shown = useHistory(project, state, hasChosen);
  const isSettled = !hasChosen || shown.data !== undefined || shown.isError;
  const isPart = state.zoom !== null || state.percentiles.length > 0;
  const overview = useWholeHistory(project, state.series, hasChosen && isPart && isSettled);
  const zoom = useMemo(
    () => (shown.data === undefined ? state.zoom : fittedZoom(shown.data.commits, state.zoom)),
    [shown.data, state.zoom],
  );
  return { hasChosen, shown, whole: isPart ? overview : shown, isSettled, zoom };
}
