/** The explorer: any series side by side, with what changed in them. */

import { useParams } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { ChangePoint, History } from "@/api/types";
import { unevenText } from "@/charts/levels/unevenLevels";
import { Button } from "@/ui/controls/Button";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { ChangeLine } from "@/ui/links/ChangeLine";
import { SeriesName } from "@/ui/links/SeriesName";
import { useUrlState } from "@/ui/url/useUrlState";
import { formatCount } from "@/units/format";
import { circumstancesText, newestPair, withCircumstances } from "./circumstances";
import styles from "./Explore.module.css";
import { answerText, moversText, pivotText, titleText } from "./exploreAnswer";
import { changesShown, countOf, zoomAround } from "./exploreModel";
import { useFacets, usePointsCompared, useSeries } from "./exploreQuery";
import { type ChangeExplore, type ExploreState, exploreCodec } from "./exploreUrl";
import { ExploreFacets } from "./facets/ExploreFacets";
import { SeriesPicker } from "./facets/SeriesPicker";
import { type FocusSeries, focusHandlers } from "./focus";
import { Formulas } from "./formulas/Formulas";
import { HistoryView } from "./history/HistoryView";
import { PointPanel } from "./history/PointPanel";
import { drawnAs, lineColours, whereText } from "./history/panelModel";
import { useCharted } from "./history/useCharted";
import { useCommitLink } from "./history/useCommitLink";
import { useTimedZoom } from "./history/useTimedZoom";
import { lineId, MEDIAN } from "./lines";
import { PivotView } from "./pivot/PivotView";
import { SeriesNoise } from "./SeriesNoise";
import { type Suggested, useAdopting, useSuggested } from "./suggested";

export function ExplorePage() {
  const { project } = useParams({ from: "/p/$project/explore" });
  const [asked, changeAddress] = useUrlState(exploreCodec);
  const suggested = useSuggested(project, asked);
  const { ids } = suggested;
  const state = useMemo(
    () => (ids === undefined ? asked : { ...asked, series: ids }),
    [asked, ids],
  );
  const isPivot = state.view === "pivot";
  const charted = useCharted(project, state, !isPivot);
  const { whole, shown, hasChosen } = charted;
  const change = useTimedZoom(useAdopting(changeAddress, ids), whole.data ?? shown.data);
  // the chart first: what is around it comes when it is there
  const isKnown = isPivot || asked.series.length > 0 || ids !== undefined;
  const isPainted = useIsPainted(isKnown && charted.isSettled);
  const facets = useFacets(project, state.filters, isPainted);
  const total = facets.data?.total ?? suggested.total;
  useCommitLink(whole.data, state, change);
  const answer = useMemo(() => {
    if (isPivot) return pivotText(state, total);
    const history = hasChosen ? whole.data : undefined;
    if (suggested.areMovers && ids !== undefined && history !== undefined)
      return moversText(history);
    return answerText(state, total, history);
  }, [isPivot, state, total, hasChosen, whole.data, suggested.areMovers, ids]);
  const pair = useMemo(
    () => (isPainted && !isPivot && hasChosen ? newestPair(whole.data) : null),
    [isPainted, isPivot, hasChosen, whole.data],
  );
  const circumstances = circumstancesText(usePointsCompared(project, pair).data);
  const drawn = useMemo(
    () => drawnAs(onAxisOf(withZoom(state, charted.zoom), shown.data), shown.data),
    [state, charted.zoom, shown.data],
  );
  const title = titleText(state, hasChosen ? whole.data : undefined);
  // what was selected among other series is none of these
  const filter: ChangeExplore = useCallback(
    (part, options) =>
      change((now) => {
        const own = part instanceof Function ? part(now) : part;
        return isPivot ? { ...own, series: [] } : own;
      }, options),
    [change, isPivot],
  );
  return (
    <Page
      title={title}
      answer={withCircumstances(answer, pair === null ? "" : circumstances)}
      lines={linesOf(state)}
    >
      <div className={styles.columns}>
        <ExploreFacets
          project={project}
          query={facets}
          filters={state.filters}
          isFolded={asked.series.length > 0}
          onChange={filter}
        />
        <div className={styles.content}>
          {isPivot ? (
            <PivotView project={project} facets={facets.data} state={state} onChange={change} />
          ) : (
            <Charted
              project={project}
              state={drawn}
              selected={asked.series}
              about={aboutText(asked, suggested)}
              total={total}
              onChange={change}
              charted={charted}
              // that there is nothing is all that such a page has to show
              isPainted={isPainted || total === 0}
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

/** By commits where none of them has a date. */
function onAxisOf(state: ExploreState, history: History | undefined): ExploreState {
  const isDateless = history?.commits.time.every((time) => time === null) ?? false;
  return isDateless && state.axis === "date" ? { ...state, axis: "commit" } : state;
}

/** What is drawn, beside how much there is. */
function aboutText({ series }: ExploreState, { ids, areMovers }: Suggested): string {
  if (series.length > 0) return `${formatCount(series.length)} selected`;
  if (ids === undefined || ids.length === 0) return "";
  return areMovers ? "shown: the largest changes" : "shown: those with most results";
}

/** Height of the tools, a chart and the strip below it. */
const HISTORY_PX = 640;

/** Room for the answer, kept before anything is chosen: a choice moves no list under the pointer. */
function linesOf({ view }: ExploreState): number {
  return view === "pivot" ? 0 : 1;
}

interface ChartedProps {
  project: string;
  /** As it is drawn: with the suggested series where none is selected. */
  state: ExploreState;
  selected: readonly number[];
  about: string;
  total: number | undefined;
  onChange: ChangeExplore;
  charted: ReturnType<typeof useCharted>;
  isPainted: boolean;
}

function Charted({ project, state, selected, onChange, charted, ...rest }: ChartedProps) {
  const { about, total, isPainted } = rest;
  const { hasChosen, shown, whole } = charted;
  const found = useSeries(project, state.filters, isPainted);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const focused = useDeferredValue(pointedAt);
  return (
    <>
      <SeriesPicker
        query={found}
        state={state}
        selected={selected}
        about={about}
        total={total}
        isNeeded={isPainted && !hasChosen}
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
                project={project}
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

interface ChangeListProps {
  history: History;
  /** What is drawn: the same, or lines of percentiles. */
  drawn: History;
  state: ExploreState;
  onFocusSeries: FocusSeries;
  onChange: ChangeExplore;
}

/** Change points of the shown series, in words, newest first. */
function ChangeList({ history, drawn, state, onFocusSeries, onChange }: ChangeListProps) {
  const { hidden, zoom, series, layout, scale, split } = state;
  const changes = useMemo(() => changesShown(history, { hidden, zoom }), [history, hidden, zoom]);
  const all = useMemo(
    () => changesShown(history, { hidden, zoom: null }).length,
    [history, hidden],
  );
  const colours = useMemo(
    () => lineColours(drawn, { layout, scale, split }),
    [drawn, layout, scale, split],
  );
  const labels = useMemo(() => history.series.map((one) => one.series), [history]);
  const show = (change: ChangePoint) =>
    onChange({
      zoom: zoomAround(history.commits, change.commit.id) ?? zoom,
      points: [{ series: change.series.id, commit: change.commit.id }],
    });
  return (
    <Section title="Changes" aside={asideText(changes.length, all, zoom !== null)}>
      {changes.length === 0 ? (
        <p className={styles.quiet}>
          {all === 0 ? "No change point in these series." : "No change point in this range."}
        </p>
      ) : (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change.id} {...focusHandlers(onFocusSeries, change.series.id)}>
              <span
                className={styles.swatch}
                style={{ background: colourOf(colours, change.series.id) }}
                aria-hidden="true"
              />
              <div className={styles.change}>
                <ChangeLine change={change} />
                <Uneven text={unevenText(history, change)} />
                {series.length > 1 ? (
                  <span className={styles.quiet}>
                    <SeriesName label={change.series} />
                    {whereText(change.series, labels)}
                  </span>
                ) : null}
              </div>
              <Button kind="quiet" onClick={() => show(change)}>
                Show
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Uneven({ text }: { text: string }) {
  return text === "" ? null : <span className={styles.quiet}>{text}</span>;
}

/** That of the series, or of its median where percentiles are drawn. */
function colourOf(colours: ReadonlyMap<number, string>, series: number): string | undefined {
  return colours.get(series) ?? colours.get(lineId(series, MEDIAN));
}

function asideText(shown: number, all: number, isZoomed: boolean): string {
  if (all === 0) return "";
  if (!isZoomed) return countOf(all, "change point", "change points");
  return `${shown} of ${countOf(all, "change point", "change points")} in this range`;
}
