/** How series stand to the references and budgets of their project: of charts and lists. */

import { useRead } from "./useRead";

export function useBounds(project: string, ids: readonly number[], isWanted: boolean) {
  return useRead(
    [project, "history", "bounds", ...ids],
    "bounds",
    { project, series: [...ids] },
    { enabled: isWanted && ids.length > 0 },
  );
}
