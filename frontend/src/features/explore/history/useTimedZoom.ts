/** Ranges go into the address as times: places of commits move when results come in between. */

import { useCallback } from "react";
import type { History } from "@/api/types";
import type { ChangeOf } from "@/ui/url/useUrlState";
import type { ChangeExplore, ExploreState } from "../exploreUrl";
import { timedZoom } from "./zoomUnit";

export function useTimedZoom(change: ChangeExplore, history: History | undefined): ChangeExplore {
  return useCallback(
    (part: ChangeOf<ExploreState>, options) =>
      change((now) => {
        const own = part instanceof Function ? part(now) : part;
        if (own.zoom == null || history === undefined) return own;
        return { ...own, zoom: timedZoom(history.commits, own.zoom) };
      }, options),
    [change, history],
  );
}
