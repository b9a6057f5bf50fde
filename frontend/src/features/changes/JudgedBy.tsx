/** By which rule a series is judged, and why; asked once the page and its chart stand. */

import { useIsFetching } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { JudgedSeries } from "@/api/types";
import { useIsPainted } from "@/ui/useIsPainted";
import { formatPercent } from "@/units/format";
import styles from "./Changes.module.css";
import { useJudged } from "./changesQuery";

export function JudgedBy({ project, series }: { project: string; series: number }) {
  const isDrawing = useIsFetching({ queryKey: [project, "history"] }) > 0;
  const { data, isPending } = useJudged(project, series, useIsPainted(!isDrawing));
  // room for the line, and nothing in it that would move
  if (isPending) return <p className={styles.quiet}>{"\u00a0"}</p>;
  return (
    <p className={styles.quiet}>
      {data === undefined ? null : judgedText(data)}{" "}
      <Link to="/p/$project/settings/thresholds" params={{ project }}>
        Thresholds
      </Link>
    </p>
  );
}

/** "Judged by rule 2 “tails”: metric is p99. At least 5 %, strict, inform." */
function judgedText({ reason, threshold }: JudgedSeries): string {
  const least = threshold.minimum_effect;
  const size = least ? `At least ${formatPercent(least)}` : "Any size";
  const action = threshold.is_gate ? "gate" : "inform";
  const said = reason.charAt(0).toUpperCase() + reason.slice(1);
  return `${said}. ${size}, ${threshold.sensitivity}, ${action}.`;
}
