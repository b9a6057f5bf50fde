/** The history of the shown series in one chart, before any table. */

import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { History } from "@/api/types";
import { useRead } from "@/api/useRead";
import { coloursFor } from "@/charts/frame/palette";
import { SeriesChart } from "@/charts/series/SeriesChart";
import type { Window } from "@/charts/series/seriesModel";
import { distinctNames } from "@/charts/series/seriesNames";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { exploreSearch } from "@/ui/url/pageLinks";
import { formatCount } from "@/units/format";
import styles from "./Benchmarks.module.css";

interface HistoryChartProps {
  project: string;
  /** What is plotted: benchmark and metric. */
  subject: string;
  /** Ids of series of one metric, the ones to look at first. */
  ids: readonly number[];
}

/** More lines than these cannot be followed. */
const MOST_LINES = 8;
const HEIGHT = 300;
const MARKS = 1000;

export function HistoryChart({ project, subject, ids }: HistoryChartProps) {
  const shown = ids.slice(0, MOST_LINES);
  const query = useRead(
    [project, "history", "benchmark", ...shown],
    "history",
    { project, series: shown, budget: MARKS },
    { enabled: shown.length > 0 },
  );
  if (shown.length === 0) return null;
  return (
    <div>
      <QueryBoundary
        query={query}
        failure="The history could not be loaded."
        skeleton={<Skeleton height={HEIGHT + 60} label="Loading the history" />}
      >
        {(history) => <Chart subject={subject} history={history} />}
      </QueryBoundary>
      <p className={styles.quiet}>
        {ids.length > MOST_LINES
          ? `${formatCount(MOST_LINES)} of ${formatCount(ids.length)} series. `
          : ""}
        <Link to="/p/$project/explore" params={{ project }} search={exploreSearch(shown)}>
          Open in the explorer
        </Link>
      </p>
    </div>
  );
}

function Chart({ subject, history }: { subject: string; history: History }) {
  const [window, setWindow] = useState<Window | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const labels = useMemo(() => history.series.map((one) => one.series), [history]);
  const toggle = (id: number) =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <SeriesChart
      subject={subject}
      commits={history.commits}
      series={history.series}
      colours={coloursFor(labels.map(({ id }) => id))}
      names={distinctNames(labels)}
      x="date"
      y="linear"
      window={window}
      onWindow={setWindow}
      selected={null}
      onSelect={() => undefined}
      hidden={hidden}
      onToggle={toggle}
      height={HEIGHT}
    />
  );
}
