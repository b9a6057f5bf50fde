/** The history behind a row at a glance, and the address at which both commits are marked. */

import { Link } from "@tanstack/react-router";
import type { ComparedRow, Comparison, SeriesHistory } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { parametersText } from "@/ui/links/SeriesName";
import { pointsSearch } from "@/ui/url/pageLinks";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";
import styles from "../Compare.module.css";
import { useRowHistory } from "../compareQuery";

interface RowHistoryProps {
  project: string;
  row: ComparedRow;
  comparison: Comparison;
}

export function RowHistory({ project, row, comparison }: RowHistoryProps) {
  const series = [...new Set([row.baseline_series, row.series.id])];
  const history = useRowHistory(project, series);
  return (
    <section aria-label="History" className={styles.part}>
      <h3>History</h3>
      {history.data?.series.map((one) => (
        <p key={one.series.id} className={styles.line}>
          <Sparkline
            values={one.value.filter((value) => value !== null)}
            width={240}
            height={36}
            label={`${row.series.metric} over ${counted(one.value.length, "result")}`}
          />
          <span className={styles.quiet}>{historyText(one)}</span>
        </p>
      ))}
      <p>
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={pointsSearch(points(row, comparison)) as never}
        >
          Explore this history, both commits marked
        </Link>
      </p>
    </section>
  );
}

/** "allocator=glibc: 32 results on main, vm"; a single one makes no line. */
function historyText({ series, value }: SeriesHistory): string {
  const count =
    value.length === 1 ? "1 result, no line yet," : `${formatCount(value.length)} results`;
  return `${parametersText(series.parameters)}: ${count} on ${series.branch}, ${series.testbed}`;
}

/** Both sides at the commits of their newest runs. */
function points(row: ComparedRow, { baseline, contender }: Comparison) {
  const sides = [
    { series: row.baseline_series, commit: baseline.runs[0]?.commit.id ?? 0 },
    { series: row.series.id, commit: contender.runs[0]?.commit.id ?? 0 },
  ];
  const [first, second] = sides;
  const isOne = first?.series === second?.series && first?.commit === second?.commit;
  return isOne ? sides.slice(0, 1) : sides;
}
