/** Series over commits or dates: points, guide lines, intervals, change points, zoom, table. */

import { useCallback, useId, useMemo } from "react";
import type { CommitColumns, SeriesHistory } from "@/api/types";
import type { BoundLine } from "@/charts/bounds/boundLines";
import { frameOf } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import {
  commitLabel,
  dateTicks,
  indexTicks,
  linearTicks,
  logTicks,
  roomFor,
  type Tick,
} from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { Button } from "@/ui/controls/Button";
import { CrosshairLayer, Swatch } from "./CrosshairLayer";
import { type CrosshairLink, useTellPlace } from "./crosshairLink";
import { LinkedLayer } from "./LinkedLayer";
import type { Reference } from "./reference";
import { SeriesMarks } from "./SeriesMarks";
import { SeriesPlot } from "./SeriesPlot";
import { SeriesTable } from "./SeriesTable";
import {
  buildModel,
  type SelectedPoint,
  type SeriesModel,
  type Window,
  windowOf,
  type XKind,
  type YKind,
} from "./seriesModel";
import { seriesCsv, seriesNotes, seriesTitle } from "./seriesNotes";
import { useCrosshair } from "./useCrosshair";

interface SeriesChartProps {
  /** What is plotted; the chart itself adds the unit of its axis and which direction is better. */
  subject: string;
  commits: CommitColumns;
  /** Of one unit, unless the y-axis is relative. */
  series: readonly SeriesHistory[];
  colours: ReadonlyMap<number, string>;
  names: ReadonlyMap<number, string>;
  x: XKind;
  y: YKind;
  /** What counts as 100 % where the y-axis is relative to a baseline. */
  reference?: Reference | null;
  /** Series of other charts that the y-axis is to hold too, so that their heights compare. */
  beside?: readonly SeriesHistory[] | undefined;
  bounds?: readonly BoundLine[] | undefined;
  /** Shared by the charts that show the same commits. */
  link?: CrosshairLink;
  /** Shown range as ordinals, or null for everything. */
  window: Window | null;
  onWindow: (window: Window | null) => void;
  selected: SelectedPoint | null;
  onSelect: (point: SelectedPoint | null) => void;
  /** A second point, ringed like the selected one. */
  compared?: SelectedPoint | null;
  hidden: ReadonlySet<number>;
  onToggle: (series: number) => void;
  /** Drawn in colour while the others are grey. */
  focused?: number | null;
  height?: number;
  tableSwitch?: TableSwitch;
  /** Without the switch to a table and the export, where the page has them for all its charts. */
  hasTools?: boolean;
}

export function SeriesChart(props: SeriesChartProps) {
  const { commits, series, hidden, window, x, y, names, reference = null, beside, bounds } = props;
  const model = useMemo(
    () => buildModel({ commits, series, hidden, window, x, y, reference, beside, bounds }),
    [commits, series, hidden, window, x, y, reference, beside, bounds],
  );
  const title = seriesTitle(props.subject, series, model, y);
  return (
    <ChartFigure
      title={title}
      notes={seriesNotes(model, y, reference)}
      hasTools={props.hasTools ?? true}
      tableSwitch={props.tableSwitch}
      actions={
        window === null || props.hasTools === false ? null : (
          <Button kind="quiet" onClick={() => props.onWindow(null)}>
            Show all
          </Button>
        )
      }
      table={() => <SeriesTable model={model} commits={commits} names={names} />}
      csv={() => seriesCsv(model, commits, names)}
    >
      <Legend {...props} />
      <Stage {...props} title={title} model={model} />
    </ChartFigure>
  );
}

function Legend({ series, colours, names, hidden, onToggle }: SeriesChartProps) {
  if (series.length < 2) return null;
  return (
    <div className={styles.legend}>
      {series.map(({ series: { id } }) => (
        <button key={id} type="button" aria-pressed={!hidden.has(id)} onClick={() => onToggle(id)}>
          <Swatch colour={colours.get(id)} />
          {names.get(id)}
        </button>
      ))}
    </div>
  );
}

function Stage(props: SeriesChartProps & { title: string; model: SeriesModel }) {
  const {
    model,
    commits,
    colours,
    names,
    x,
    height = 340,
    focused = null,
    window,
    onWindow,
    onSelect,
  } = props;
  const [ref, width, isMeasured] = useWidth();
  const { frame, xTicks, yTicks } = useMemo(
    () => layout(model, commits, x, width, height),
    [model, commits, x, width, height],
  );
  const onRange = useCallback(
    (range: { low: number; high: number } | null) => {
      const next = range === null ? null : windowOf(commits, model.stops, range.low, range.high);
      if (range === null || next !== null) onWindow(next);
    },
    [commits, model, onWindow],
  );
  const onPick = useCallback(
    (id: number, at: number) => onSelect({ series: id, commit: commits.id[at] ?? -1 }),
    [commits, onSelect],
  );
  const source = useId();
  const onOut = useCallback(() => {
    if (window === null) return;
    const half = Math.max(1, Math.round((window.to - window.from) / 2));
    onWindow({ from: Math.max(0, window.from - half), to: window.to + half });
  }, [window, onWindow]);
  const { crosshair, handlers } = useCrosshair(model, frame, { onRange, onPick, onOut });
  const stop = crosshair.stop === null ? undefined : model.stops[crosshair.stop];
  useTellPlace(props.link, source, stop?.at ?? null);
  const { selected, compared = null } = props;
  const picked = useMemo(
    () => [selected, compared].filter((point) => point !== null),
    [selected, compared],
  );
  if (model.stops.length === 0) return <Nothing height={height} />;
  const drawn = { model, frame, colours, focused };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset
    <div
      ref={ref}
      className={styles.stage}
      style={{ height }}
      role="group"
      aria-label={`${props.title}. Arrow keys read the points, Enter opens one, plus and minus zoom, 0 shows all.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
      tabIndex={0}
      {...handlers}
    >
      {isMeasured ? (
        <>
          <SeriesPlot {...drawn} xTicks={xTicks} yTicks={yTicks} />
          <SeriesMarks {...drawn} commitIds={commits.id} picked={picked} />
          <LinkedLayer
            link={props.link}
            source={source}
            model={model}
            frame={frame}
            colours={colours}
          />
          <CrosshairLayer
            model={model}
            frame={frame}
            commits={commits}
            crosshair={crosshair}
            colours={colours}
            names={names}
          />
        </>
      ) : null}
    </div>
  );
}

function Nothing({ height }: { height: number }) {
  return (
    <div className={styles.empty} style={{ height }}>
      No points in this range.
    </div>
  );
}

function layout(
  model: SeriesModel,
  commits: CommitColumns,
  x: XKind,
  width: number,
  height: number,
) {
  const { low, high, isLog } = model.y;
  const count = Math.max(3, Math.floor(height / 60));
  const yTicks = isLog
    ? logTicks(low, high, model.scale)
    : linearTicks(low, high, count, model.scale);
  const frame = frameOf(width, height, model.x, model.y, yTicks);
  return { frame, xTicks: xTicksOf(model, commits, x, frame.right - frame.left), yTicks };
}

function xTicksOf(model: SeriesModel, commits: CommitColumns, x: XKind, width: number): Tick[] {
  if (x === "date") return dateTicks(model.x.low, model.x.high, roomFor(width, 10));
  const labels = model.stops.map(({ at }) => commitLabel(commits.name[at]));
  const widest = Math.max(6, ...labels.map((label) => label.length));
  return indexTicks(0, model.stops.length - 1, roomFor(width, widest)).flatMap((index) => {
    const stop = model.stops[index];
    return stop === undefined ? [] : [{ at: stop.x, label: labels[index] ?? "" }];
  });
}
