/** The history of the shown series in one chart, before any table. */

import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { HeldBounds, History } from "@/api/types";
import { useRead } from "@/api/useRead";
import { boundLines } from "@/charts/bounds/boundLines";
import styles from "@/charts/frame/Chart.module.css";
import { coloursFor } from "@/charts/frame/palette";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { exploreSearch } from "@/ui/url/pageLinks";
import { formatCount } from "@/units/format";
import { SeriesChart } from "./SeriesChart";
import type { Window } from "./seriesModel";
import { distinctNames } from "./seriesNames";

interface HistoryChartProps {
  project: string;
  /** What is plotted: benchmark and metric. */
  subject: string;
  /** Ids of series of one metric, the ones to look at first. */
  ids: readonly number[];
  /** A small chart for each, where their scales differ. */
  isEach?: boolean;
  /** How they stand to references and budgets, where that is known. */
  held?: HeldBounds | undefined;
}

/** More lines than these cannot be followed. */
const MOST_LINES = 8;
const HEIGHT = 300;
/** Small charts in rows of three. */
const MOST_CHARTS = 6;
const SMALL_HEIGHT = 150;
const MARKS = 1000;

export function HistoryChart({ project, subject, ids, isEach = false, held }: HistoryChartProps) {
  const shown = ids.slice(0, isEach ? MOST_CHARTS : MOST_LINES);
  const query = useRead(
    [project, "history", "page", ...shown],
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
        {(history) => <Chart subject={subject} history={history} isEach={isEach} held={held} />}
      </QueryBoundary>
      <p className={styles.quiet}>
        {ids.length > shown.length
          ? `${formatCount(shown.length)} of ${formatCount(ids.length)} series. `
          : ""}
        <Link to="/p/$project/explore" params={{ project }} search={exploreSearch(shown)}>
          Open in the explorer
        </Link>
      </p>
    </div>
  );
}

interface ChartProps {
  subject: string;
  history: History;
  isEach: boolean;
  held: HeldBounds | undefined;
}

function Chart({ subject, history, isEach, held }: ChartProps) {
  const [window, setWindow] = useState<Window | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const labels = useMemo(() => history.series.map((one) => one.series), [history]);
  const toggle = (id: number) =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const names = useMemo(() => distinctNames(labels), [labels]);
  const bounds = useMemo(() => boundLines(held, labels), [held, labels]);
  const shared = {
    bounds,
    commits: history.commits,
    colours: coloursFor(labels.map(({ id }) => id)),
    names,
    x: "date",
    y: "linear",
    window,
    onWindow: setWindow,
    selected: null,
    onSelect: () => undefined,
    hidden,
    onToggle: toggle,
  } as const;
  if (!isEach)
    return <SeriesChart {...shared} subject={subject} series={history.series} height={HEIGHT} />;
  return (
    <div className={styles.multiples}>
      {history.series.map((one) => (
        <SeriesChart
          key={one.series.id}
          {...shared}
          subject={`${names.get(one.series.id) ?? ""} ${one.series.metric}`}
          series={[one]}
          height={SMALL_HEIGHT}
          hasTools={false}
        />
      ))}
    </div>
  );
}
