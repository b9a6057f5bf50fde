/** One chart without a frame, for other pages: read-only, in the theme that its address asks for. */

import { useLocation, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError } from "@/api/errors";
import type { History } from "@/api/types";
import { coloursFor } from "@/charts/palette";
import { SeriesChart } from "@/charts/SeriesChart";
import { groupByUnit } from "@/charts/seriesModel";
import { distinctNames } from "@/charts/seriesNames";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { useUrlState } from "@/ui/urlState";
import styles from "./Embed.module.css";
import { useEmbedded } from "./embedQuery";
import { type EmbedState, embedCodec } from "./embedUrl";

export function EmbedPage() {
  const { project } = useParams({ from: "/embed/$project/explore" });
  const [state, change] = useUrlState(embedCodec);
  const { searchStr } = useLocation();
  const query = useEmbedded(project, state);
  useTheme(state.theme);
  const page = `/p/${project}/explore${searchStr}`;
  return (
    <main className={styles.embed}>
      <title>{`${project} · Tidemark`}</title>
      {query.data === undefined ? (
        <Waiting error={query.error} />
      ) : (
        <Charts history={query.data} state={state} onChange={change} />
      )}
      <a className={styles.source} href={page} target="_blank" rel="noopener">
        Open in Tidemark
      </a>
    </main>
  );
}

function Waiting({ error }: { error: Error | null }) {
  if (error === null) return <Skeleton height={340} label="Loading the chart" />;
  const isPrivate = error instanceof ApiError && [401, 403].includes(error.status);
  if (!isPrivate) return <ErrorState error={error} what="The chart could not be loaded." />;
  return (
    <EmptyState title="This chart belongs to a private project, or to none.">
      Only charts of public projects are shown on other pages. Whoever may see it opens it in
      Tidemark.
    </EmptyState>
  );
}

interface ChartsProps {
  history: History;
  state: EmbedState;
  onChange: (part: Partial<EmbedState>) => void;
}

function Charts({ history, state, onChange }: ChartsProps) {
  const colours = coloursFor(history.series.map((one) => one.series.id));
  const hidden = new Set(state.hidden);
  const toggle = (id: number) =>
    onChange({
      hidden: hidden.has(id) ? state.hidden.filter((one) => one !== id) : [...state.hidden, id],
    });
  return [...groupByUnit(history.series)].map(([unit, series]) => {
    const metrics = [...new Set(series.map((one) => one.series.metric))].join(", ");
    return (
      <SeriesChart
        key={unit}
        subject={metrics}
        commits={history.commits}
        series={series}
        colours={colours}
        names={distinctNames(series.map((one) => one.series))}
        x={state.axis}
        y={state.scale}
        window={state.zoom}
        onWindow={(zoom) => onChange({ zoom })}
        selected={null}
        onSelect={() => undefined}
        hidden={hidden}
        onToggle={toggle}
        height={300}
      />
    );
  });
}

/** The theme of the address, for as long as the chart is shown; the choice of the browser stays. */
function useTheme(theme: EmbedState["theme"]) {
  useEffect(() => {
    if (theme !== "system") document.documentElement.dataset.theme = theme;
  }, [theme]);
}
