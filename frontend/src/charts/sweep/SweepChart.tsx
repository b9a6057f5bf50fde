/** One metric over the values of a parameter: points with intervals, the best set shaded, marks. */

import { useMemo, useState } from "react";
import type { SweepCrossover, SweepCurve } from "@/api/types";
import { frameOf } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { chartTitle } from "@/charts/frame/chartTitle";
import { coloursFor } from "@/charts/frame/palette";
import { cutLabel, indexTicks, linearTicks, logTicks, type Tick } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { type Scale, scaleForAll } from "@/units/scale";
import type { Quantity } from "@/units/verdict";
import { SweepMarks } from "./SweepMarks";
import { SweepPlot } from "./SweepPlot";
import { SweepTable, sweepCsv } from "./SweepTable";
import { SweepTip } from "./SweepTip";
import { buildSweep, nearestX, type SweepModel, type SweepScale } from "./sweepModel";

export interface SweepSelection {
  /** Index of the curve. */
  curve: number;
  x: number;
}

interface SweepChartProps {
  /** What is plotted; the chart itself adds the unit of its axis and which direction is better. */
  subject: string;
  unit: string;
  direction: Quantity["direction"];
  /** Name of the swept parameter. */
  axis: string;
  curves: readonly SweepCurve[];
  marks: readonly { x: number; label: string }[];
  /** Values of the parameter whose variant failed. */
  failed: readonly number[];
  crossovers?: readonly SweepCrossover[];
  /** Share of the best within which values count as equally good. */
  margin?: number;
  x: SweepScale;
  y: "linear" | "log";
  /** Values of the parameter that the axis must hold besides: those of charts beside it. */
  span?: readonly number[];
  /** Value of the parameter under the pointer, shared with charts beside it. */
  hovered?: number | null;
  onHover?: (x: number | null) => void;
  selected?: SweepSelection | null;
  onSelect?: (selection: SweepSelection) => void;
  tableSwitch?: TableSwitch;
  height?: number;
}

const NONE: readonly SweepCrossover[] = [];
const NO_SPAN: readonly number[] = [];
const SPACING = { linear: "", log: ", logarithmic", even: ", evenly spaced" } as const;

export function SweepChart(props: SweepChartProps) {
  const { curves, marks, failed, x, y, crossovers = NONE, margin = 0, span = NO_SPAN } = props;
  const model = useMemo(
    () => buildSweep({ curves, marks, failed, x, y, crossovers, margin, span }),
    [curves, marks, failed, x, y, crossovers, margin, span],
  );
  const scale = useMemo(
    () => scaleForAll(props.unit, [model.y.low, model.y.high]),
    [model, props.unit],
  );
  const title = chartTitle(props.subject, scale.label, props.direction);
  return (
    <ChartFigure
      title={title}
      notes={notesOf(props, model)}
      tableSwitch={props.tableSwitch}
      table={() => <SweepTable axis={props.axis} unit={props.unit} curves={curves} />}
      csv={() => sweepCsv(props.axis, props.unit, curves)}
    >
      <Stage {...props} title={title} scale={scale} model={model} />
    </ChartFigure>
  );
}

function notesOf({ axis, failed, x, y }: SweepChartProps, model: SweepModel): string[] {
  const notes = [`X axis: ${axis}${SPACING[x]}`];
  if (model.hasIntervals) notes.push("Whiskers: 95 % interval from the samples");
  if (model.isCut) notes.push("A whisker without an end goes on beyond the chart");
  if (model.shaded.length > 0) notes.push("Shaded, filled: not distinguishable from the best");
  if (y === "linear" && model.y.low !== 0) notes.push("The axis does not start at zero");
  if (model.form.some((mark) => !mark.isClaimed)) {
    notes.push("Dashed brackets: by the means alone, not claimed");
  }
  if (failed.length > 0) notes.push("× failed, no result");
  return notes;
}

const HEIGHT = 320;

interface StageProps extends SweepChartProps {
  title: string;
  model: SweepModel;
  scale: Scale;
}

function Stage(props: StageProps) {
  const { model, scale, unit, curves, height = HEIGHT, onSelect } = props;
  const [ref, width, isMeasured] = useWidth();
  const [own, setOwn] = useState<number | null>(null);
  const hovered = props.hovered === undefined ? own : props.hovered;
  const setHovered = props.onHover ?? setOwn;
  const { frame, xTicks, yTicks } = useMemo(
    () => layout(model, scale, width, height),
    [model, scale, width, height],
  );
  const colours = useMemo(() => coloursFor(curves.map((_, index) => index)), [curves]);
  const move = (step: number) => {
    const index =
      hovered === null ? (step > 0 ? 0 : model.xs.length - 1) : model.xs.indexOf(hovered) + step;
    setHovered(model.xs[Math.min(Math.max(index, 0), model.xs.length - 1)] ?? null);
  };
  const pick = (x: number | null) => {
    const curve = curves.findIndex((one) => one.points.some((point) => point.x === x));
    if (x !== null && curve >= 0) onSelect?.({ curve, x });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset
    <div
      ref={ref}
      className={styles.stage}
      style={{ height }}
      role="group"
      aria-label={`${props.title}. Arrow keys read the values, Enter opens one.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
      tabIndex={0}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        setHovered(nearestX(model, frame, event.clientX - box.left));
      }}
      onPointerLeave={() => setHovered(null)}
      onClick={() => pick(hovered)}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") move(1);
        else if (event.key === "ArrowLeft") move(-1);
        else if (event.key === "Enter") pick(hovered);
        else if (event.key === "Escape") setHovered(null);
        else return;
        event.preventDefault();
      }}
    >
      {isMeasured ? (
        <SweepPlot model={model} frame={frame} xTicks={xTicks} yTicks={yTicks} colours={colours} />
      ) : null}
      <SweepMarks
        model={model}
        frame={frame}
        colours={colours}
        hovered={hovered}
        selected={props.selected ?? null}
      />
      {hovered === null ? null : (
        <SweepTip
          frame={frame}
          x={hovered}
          axis={props.axis}
          unit={unit}
          curves={curves}
          colours={colours}
        />
      )}
    </div>
  );
}

function layout(model: SweepModel, scale: Scale, width: number, height: number) {
  const { low, high, isLog } = model.y;
  const yTicks = isLog ? logTicks(low, high, scale) : linearTicks(low, high, 5, scale);
  const frame = frameOf(width, height, model.x, model.y, yTicks);
  return { frame, xTicks: xTicksOf(model, frame.right - frame.left), yTicks };
}

/** The values themselves where there is room for them, round numbers elsewhere. */
function xTicksOf(model: SweepModel, width: number): Tick[] {
  const room = Math.max(2, Math.floor(width / 46));
  if (model.xs.length <= room) return model.xs.map((at) => ({ at, label: cutLabel(String(at)) }));
  const one = { divisor: 1, label: "" };
  const { low, high, isLog, stops } = model.x;
  if (stops !== undefined) {
    return indexTicks(0, stops.length - 1, room).map((index) => {
      const at = stops[index] ?? low;
      return { at, label: cutLabel(String(at)) };
    });
  }
  return isLog ? logTicks(low, high, one) : linearTicks(low, high, room / 2, one);
}
