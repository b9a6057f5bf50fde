/** How many changes are open, in words and marks. */

import { Badge } from "@/ui/feedback/Badge";
import { formatCount } from "@/units/format";
import { counted } from "./countWords";

interface OpenChangesProps {
  regressions: number;
  improvements: number;
  /** Changes that were old when they were imported. */
  history: number;
}

export function OpenChanges({ regressions, improvements, history }: OpenChangesProps) {
  if (regressions + improvements === 0)
    return <>{history === 0 ? "none" : `none, ${formatCount(history)} in history`}</>;
  return (
    <>
      {regressions > 0 ? <Badge tone="worse">▲ {counted(regressions, "regression")}</Badge> : null}{" "}
      {improvements > 0 ? (
        <Badge tone="better">▼ {counted(improvements, "improvement")}</Badge>
      ) : null}
    </>
  );
}
