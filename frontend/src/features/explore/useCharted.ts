/** The history of what is chosen: the part in view, and all of it. */

import { useHistory, useWholeHistory } from "./exploreQuery";
import type { ExploreState } from "./exploreUrl";

export function useCharted(project: string, state: ExploreState, isWanted: boolean) {
  const hasChosen = isWanted && state.series.length > 0;
  const shown = useHistory(project, state, hasChosen);
  const isSettled = !hasChosen || shown.data !== undefined || shown.isError;
  const isPart = state.zoom !== null || state.percentiles.length > 0;
  const overview = useWholeHistory(project, state.series, hasChosen && isPart && isSettled);
  return { hasChosen, shown, whole: isPart ? overview : shown, isSettled };
}
