/** Leads from a chart or a change to the form of a rule for its series. */

import { Link } from "@tanstack/react-router";
import type { SeriesLabel } from "@/api/types";

interface EditThresholdProps {
  project: string;
  series: Pick<SeriesLabel, "suite" | "benchmark" | "metric">;
}

export function EditThreshold({ project, series }: EditThresholdProps) {
  const { suite, benchmark, metric } = series;
  return (
    <Link
      to="/p/$project/settings/thresholds"
      params={{ project }}
      search={{ suite, benchmark, metric } as never}
    >
      Edit threshold
    </Link>
  );
}
