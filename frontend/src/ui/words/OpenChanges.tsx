/** How many changes are open, in words and marks. */

import { Badge } from "@/ui/feedback/Badge";
import { counted } from "./countWords";

interface OpenChangesProps {
  regressions: number;
  improvements: number;
}

export function OpenChanges({ regressions, improvements }: OpenChangesProps) {
  if (regressions + improvements === 0) return <>none</>;
  return (
    <>
      {regressions > 0 ? <Badge tone="worse">▲ {counted(regressions, "regression")}</Badge> : null}{" "}
      {improvements > 0 ? (
        <Badge tone="better">▼ {counted(improvements, "improvement")}</Badge>
      ) : null}
    </>
  );
}
