/** The chosen series over commits: controls, charts or table, what is left out, export. */

import { useMemo } from "react";
import type { History } from "@/api/types";
import { chartTitle } from "@/charts/chartTitle";
import { coloursFor, MUTED_COLOUR } from "@/charts/palette";
import { SeriesChart } from "@/charts/SeriesChart";
import { distinctNames } from "@/charts/seriesNames";
import { scaleForAll } from "@/units/scale";
import styles from "./Explore.module.css";
import { metricsText, omissionNotes, type Panel, panelsOf, samplingNote } from "./exploreModel";
import { type ChangeExplore, type ExploreState, picking, toggled } from "./exploreUrl";
import { HistoryTable } from "./HistoryTable";
import { HistoryToolbar } from "./HistoryToolbar";

interface HistoryViewProps {
  /** Of the zoomed range. */
  history: History;
  /** Of the whole range, perhaps coarser. */
  whole: History;
  state: ExploreState;
  /** An answer for another choice, shown until the new one is here. */
  isStale: boolean;
  /** Series that is pointed at somewhere on the page. */
  focused: number | null;
  onChange: ChangeExplore;
}

export function HistoryView({
  history,
  whole,
  state,
  isStale,
  focused,
  onChange,
}: HistoryViewProps) {
  const panels = useMemo(
    () => panelsOf(history, { layout: state.layout, scale: state.scale }),
    [history, state.layout, state.scale],
  );
  const note = samplingNote(history);
  return (
    <section className={styles.view} aria-label="History" aria-busy={isStale}>
      <HistoryToolbar history={history} whole={whole} state={state} onChange={onChange} />
      {state.view === "table" ? (
        <HistoryTable history={history} state={state} onChange={onChange} />
      ) : (
        <Panels
          panels={panels}
          history={history}
          state={state}
          focused={focused}
          onChange={onChange}
        />
      )}
      <div className={styles.notes}>
        {note === null || state.view === "chart" ? null : <p>{note}</p>}
        {omissionNotes(history, state).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}

interface PanelsProps {
  panels: Panel[];
  history: History;
  state: ExploreState;
  focused: number | null;
  onChange: ChangeExplore;
}

function Panels({ panels, history, state, focused, onChange }: PanelsProps) {
  const { series, hidden } = state;
  const colours = useMemo(() => coloursOf(series, focused), [series, focused]);
  const subjects = useMemo(() => subjectsOf(history), [history]);
  const hiddenSet = useMemo(() => new Set(hidden), [hidden]);
  if (history.commits.id.length === 0)
    return <p className={styles.quiet}>No results in this range.</p>;
  return (
    <div className={panels.length > 1 ? styles.multiples : undefined}>
      {panels.map((panel) => (
        <SeriesChart
          key={panel.key}
          title={titleOf(panel, state, panels.length > 1 ? subjects : undefined)}
          commits={history.commits}
          series={panel.series}
          colours={colours}
          names={panel.names}
          x={state.axis}
          y={state.scale}
          window={state.zoom}
          onWindow={(zoom) => onChange({ zoom })}
          selected={state.points[0] ?? null}
          compared={state.points[1] ?? null}
          onSelect={(point) =>
            onChange({ points: point === null ? [] : picking(state.points, point) })
          }
          focused={panel.series.some((one) => one.series.id === focused) ? focused : null}
          hasTools={false}
          hidden={hiddenSet}
          onToggle={(id) => onChange({ hidden: toggled(hidden, id) })}
          height={panels.length > 2 ? 240 : 340}
        />
      ))}
    </div>
  );
}

/** Series without a colour of their own borrow one while they are pointed at. */
function coloursOf(series: number[], focused: number | null): Map<number, string> {
  const colours = coloursFor(series);
  if (focused !== null && colours.get(focused) === MUTED_COLOUR) {
    colours.set(focused, "var(--accent)");
  }
  return colours;
}

/** What tells the series apart besides the metric, which the title says anyway. */
function subjectsOf(history: History): Map<number, string> {
  return distinctNames(history.series.map((one) => ({ ...one.series, metric: "" })));
}

/** Titles name the series where it has a chart for itself beside others. */
function titleOf(panel: Panel, state: ExploreState, subjects?: Map<number, string>): string {
  const first = panel.series[0]?.series;
  if (first === undefined) return "";
  const subject = panel.series.length === 1 ? subjects?.get(first.id) : undefined;
  const metric = subject === undefined ? metricsText(panel) : `${subject}: ${metricsText(panel)}`;
  if (state.scale === "relative")
    return chartTitle(metric, "% of the first shown", first.direction);
  const scale = scaleForAll(
    first.unit,
    panel.series.map((one) => one.value_high),
  );
  return chartTitle(metric, scale.label, first.direction);
}
