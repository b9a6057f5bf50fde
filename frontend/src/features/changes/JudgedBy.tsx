/** By which rule a series is judged, and why; asked once the page and its chart stand. */

import { useIsFetching } from "@tanstack/react-query";
import type { JudgedSeries, SeriesLabel } from "@/api/types";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { EditThreshold } from "@/ui/links/EditThreshold";
import { formatPercent } from "@/units/format";
import styles from "./Changes.module.css";
import { useJudged } from "./changesQuery";

export function JudgedBy({ project, series }: { project: string; series: SeriesLabel }) {
  const isDrawing = useIsFetching({ queryKey: [project, "history"] }) > 0;
  const { data, isPending } = useJudged(project, series.id, useIsPainted(!isDrawing));
  // room for the line, and nothing in it that would move
  if (isPending) return <p className={styles.quiet}>{"\u00a0"}</p>;
  return (
    <p className={styles.quiet}>
      {data === undefined ? null : judgedText(data)}{" "}
      <EditThreshold project={project} series={series} />
    </p>
  );
}

/** "Judged by rule 2 “tails”: metric is p99. Changes of at least 5 % count, with strict sensitivity; …". */
export function judgedText({ reason, threshold }: Pick<JudgedSeries, "reason" | "threshold">) {
  const { minimum_effect: least, sensitivity, is_gate: isGate } = threshold;
  const exact = least === null ? " (any size, where the metric is exact)" : "";
  const size = least === 0 ? "any size" : `at least ${formatPercent(least ?? 0.01)}${exact}`;
  const check = isGate ? "fails PR checks" : "fails no check";
  const said = reason.charAt(0).toUpperCase() + reason.slice(1);
  return `${said}: ${size}, ${sensitivity} sensitivity, ${check}.`;
}
