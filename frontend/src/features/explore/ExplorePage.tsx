/** The explorer: any series side by side, with what changed in them. */

import { useParams } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { Page } from "@/ui/Page";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { useUrlState } from "@/ui/urlState";
import { ChangeList } from "./ChangeList";
import styles from "./Explore.module.css";
import { ExploreFacets } from "./ExploreFacets";
import { answerText } from "./exploreAnswer";
import { useFacets, useHistory, useSeries, useWholeHistory } from "./exploreQuery";
import { exploreCodec } from "./exploreUrl";
import { Formulas } from "./Formulas";
import { HistoryView } from "./HistoryView";
import { PointPanel } from "./PointPanel";
import { SeriesNoise } from "./SeriesNoise";
import { SeriesPicker } from "./SeriesPicker";
import { useCommitLink } from "./useCommitLink";

export function ExplorePage() {
  const { project } = useParams({ from: "/p/$project/explore" });
  const [state, change] = useUrlState(exploreCodec);
  const hasChosen = state.series.length > 0;
  const shown = useHistory(project, state);
  // the chart first: what is around it comes when it is there
  const isDrawn = !hasChosen || shown.data !== undefined || shown.isError;
  const facets = useFacets(project, state.filters, isDrawn);
  const found = useSeries(project, state.filters, isDrawn);
  const isPart = state.zoom !== null || state.percentiles.length > 0;
  const overview = useWholeHistory(project, state.series, hasChosen && isPart && isDrawn);
  const whole = isPart ? overview : shown;
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const focused = useDeferredValue(pointedAt);
  useCommitLink(whole.data, state, change);
  const whenChosen = hasChosen ? whole.data : undefined;
  const answer = useMemo(
    () => answerText(state.series.length, facets.data?.total, whenChosen),
    [state.series.length, facets.data, whenChosen],
  );
  return (
    <Page title="Explore" answer={answer}>
      <div className={styles.columns}>
        <ExploreFacets query={facets} filters={state.filters} onChange={change} />
        <div className={styles.content}>
          <SeriesPicker
            query={found}
            state={state}
            history={whenChosen}
            onFocusSeries={setPointedAt}
            onChange={change}
          />
          {hasChosen ? (
            <QueryBoundary
              query={shown}
              failure="The history could not be loaded."
              skeleton={<Skeleton height={440} label="Loading the history" />}
            >
              {(history) => (
                <>
                  <HistoryView
                    history={history}
                    whole={whole.data ?? history}
                    state={state}
                    isStale={shown.isPlaceholderData}
                    focused={focused}
                    onChange={change}
                  />
                  <PointPanel
                    project={project}
                    histories={[history, whole.data ?? history]}
                    state={state}
                    onChange={change}
                  />
                  <SeriesNoise project={project} series={state.series} />
                  <ChangeList
                    history={whole.data ?? history}
                    state={state}
                    onFocusSeries={setPointedAt}
                    onChange={change}
                  />
                </>
              )}
            </QueryBoundary>
          ) : null}
          {hasChosen || state.formulas.length > 0 ? (
            <Formulas project={project} state={state} onChange={change} />
          ) : null}
        </div>
      </div>
    </Page>
  );
}
