/** The history behind a row at a glance, and the address at which both commits are marked. */

import { Link } from "@tanstack/react-router";
import type { ComparedRow } from "@/api/types";
import { Sparkline } from "@/charts/Sparkline";
import { exploreSearch } from "@/ui/pageLinks";
import { formatCount } from "@/units/format";
import styles from "./Compare.module.css";
import { useRowHistory } from "./compareQuery";

interface RowHistoryProps {
  project: string;
  row: ComparedRow;
}

export function RowHistory({ project, row }: RowHistoryProps) {
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
            label={`${row.series.metric} over ${formatCount(one.value.length)} results`}
          />
          <span className={styles.quiet}>
            {formatCount(one.value.length)} results on {one.series.branch}, {one.series.testbed}
          </span>
        </p>
      ))}
      <p>
        <Link to="/p/$project/explore" params={{ project }} search={exploreSearch(series) as never}>
          Explore this history
        </Link>
      </p>
    </section>
  );
}
