/** The explorer: any series side by side, with what changed in them. */

import { useParams } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { useUrlState } from "@/ui/url/useUrlState";
import { ChangeList } from "./ChangeList";
import styles from "./Explore.module.css";
import { answerText, pivotText, titleText } from "./exploreAnswer";
import { useFacets, useSeries } from "./exploreQuery";
import { type ChangeExplore, type ExploreState, exploreCodec } from "./exploreUrl";
import { ExploreFacets } from "./facets/ExploreFacets";
import { SeriesPicker } from "./facets/SeriesPicker";
import { Formulas } from "./formulas/Formulas";
import { HistoryView } from "./history/HistoryView";
import { PointPanel } from "./history/PointPanel";
import { useCharted } from "./history/useCharted";
import { useCommitLink } from "./history/useCommitLink";
import { PivotView } from "./pivot/PivotView";
import { SeriesNoise } from "./SeriesNoise";

export function ExplorePage() {
  const { project } = useParams({ from: "/p/$project/explore" });
  const [state, change] = useUrlState(exploreCodec);
  const isPivot = state.view === "pivot";
  const charted = useCharted(project, state, !isPivot);
  // the chart first: what is around it comes when it is there
  const isPainted = useIsPainted(charted.isSettled);
  const facets = useFacets(project, state.filters, isPainted);
  useCommitLink(charted.whole.data, state, change);
  const { whole, hasChosen } = charted;
  const answer = useMemo(
    () =>
      isPivot
        ? pivotText(state, facets.data?.total)
        : answerText(state, facets.data?.total, hasChosen ? whole.data : undefined),
    [isPivot, state, facets.data, hasChosen, whole.data],
  );
  const title = titleText(state, hasChosen ? whole.data : undefined);
  return (
    <Page title={title} answer={answer} lines={linesOf(state)}>
      <div className={styles.columns}>
        <ExploreFacets project={project} query={facets} filters={state.filters} onChange={change} />
        <div className={styles.content}>
          {isPivot ? (
            <PivotView project={project} facets={facets.data} state={state} onChange={change} />
          ) : (
            <Charted
              project={project}
              state={withZoom(state, charted.zoom)}
              onChange={change}
              charted={charted}
              isPainted={isPainted}
            />
          )}
        </div>
      </div>
    </Page>
  );
}

/** The state itself where the range is as the address has it, so that what hangs on it stays. */
function withZoom(state: ExploreState, zoom: ExploreState["zoom"]): ExploreState {
  return zoom === state.zoom ? state : { ...state, zoom };
}

/** Height of the tools, a chart and the strip below it. */
const HISTORY_PX = 640;

/** Room for the answer, kept before anything is chosen: a choice moves no list under the pointer. */
function linesOf({ view }: ExploreState): number {
  return view === "pivot" ? 0 : 3;
}

interface ChartedProps {
  project: string;
  state: ExploreState;
  onChange: ChangeExplore;
  charted: ReturnType<typeof useCharted>;
  isPainted: boolean;
}

function Charted({ project, state, onChange, charted, isPainted }: ChartedProps) {
  const { hasChosen, shown, whole } = charted;
  const found = useSeries(project, state.filters, isPainted);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const focused = useDeferredValue(pointedAt);
  return (
    <>
      <SeriesPicker
        query={found}
        state={state}
        history={hasChosen ? whole.data : undefined}
        onFocusSeries={setPointedAt}
        onChange={onChange}
      />
      {hasChosen ? (
        <QueryBoundary
          query={shown}
          failure="The history could not be loaded."
          skeleton={<Skeleton height={HISTORY_PX} label="Loading the history" />}
        >
          {(history) => (
            <>
              <HistoryView
                history={history}
                whole={whole.data ?? history}
                state={state}
                isStale={shown.isPlaceholderData}
                focused={focused}
                onChange={onChange}
              />
              <PointPanel
                project={project}
                histories={[history, whole.data ?? history]}
                state={state}
                onChange={onChange}
              />
              <SeriesNoise project={project} state={state} onChange={onChange} />
              <ChangeList
                history={whole.data ?? history}
                drawn={history.commits.id.length > 0 ? history : (whole.data ?? history)}
                state={state}
                onFocusSeries={setPointedAt}
                onChange={onChange}
              />
            </>
          )}
        </QueryBoundary>
      ) : null}
      {hasChosen || state.formulas.length > 0 ? (
        <Formulas project={project} state={state} onChange={onChange} />
      ) : null}
    </>
  );
}
