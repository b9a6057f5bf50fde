/** How many changes are open, in words and marks. */

import { Badge } from "./Badge";
import { countOf } from "./countOf";

interface OpenChangesProps {
  regressions: number;
  improvements: number;
}

export function OpenChanges({ regressions, improvements }: OpenChangesProps) {
  if (regressions + improvements === 0) return <>none</>;
  return (
    <>
      {regressions > 0 ? <Badge tone="worse">▲ {countOf(regressions, "regression")}</Badge> : null}{" "}
      {improvements > 0 ? (
        <Badge tone="better">▼ {countOf(improvements, "improvement")}</Badge>
      ) : null}
    </>
  );
}
