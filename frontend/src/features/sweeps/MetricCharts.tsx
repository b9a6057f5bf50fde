/** Curves of one metric, or small multiples of several over the same axis: what is pointed at is read in all. */

import { useMemo, useState } from "react";
import type { SweepDetail, SweepPanel } from "@/api/types";
import { SweepChart } from "@/charts/sweep/SweepChart";
import type { ChangeSweep } from "./SweepPage";
import styles from "./Sweeps.module.css";
import { acrossOf, curvesShown, selectionOf } from "./sweepsModel";
import type { SweepState } from "./sweepsUrl";

interface MetricChartsProps {
  sweep: SweepDetail;
  state: SweepState;
  onChange: ChangeSweep;
}

const ALONE = 360;
const BESIDE = 230;

export function MetricCharts({ sweep, state, onChange }: MetricChartsProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const panels: SweepPanel[] = [sweep, ...sweep.panels];
  const span = useMemo(() => spanOf([sweep, ...sweep.panels]), [sweep]);
  return (
    <div className={panels.length > 1 ? styles.multiples : styles.chart}>
      {panels.map((panel) => (
        <MetricChart
          key={panel.metric}
          sweep={sweep}
          panel={panel}
          span={span}
          state={state}
          onChange={onChange}
          hovered={hovered}
          onHover={setHovered}
          height={panels.length > 1 ? BESIDE : ALONE}
        />
      ))}
    </div>
  );
}

function spanOf(panels: readonly SweepPanel[]): number[] {
  const points = panels.flatMap((panel) => panel.curves.flatMap((curve) => curve.points));
  return [...new Set(points.map((point) => point.x))];
}

interface MetricChartProps extends MetricChartsProps {
  panel: SweepPanel;
  span: readonly number[];
  hovered: number | null;
  onHover: (x: number | null) => void;
  height: number;
}

function MetricChart(props: MetricChartProps) {
  const { sweep, panel, span, state, onChange, hovered, onHover, height } = props;
  const shown = useMemo(() => curvesShown(panel, state.curve), [panel, state.curve]);
  return (
    <SweepChart
      subject={panel.metric}
      unit={panel.unit}
      direction={panel.direction}
      axis={sweep.axis}
      curves={shown}
      marks={sweep.marks}
      failed={panel.failed}
      crossovers={panel.crossovers}
      margin={sweep.margin}
      span={span}
      x={acrossOf(sweep, state.across)}
      y={state.up}
      selected={selectionOf(shown, state.at)}
      onSelect={({ x }) => onChange({ at: x === state.at ? null : x })}
      hovered={hovered}
      onHover={onHover}
      tableSwitch={{
        isTable: state.view === "table",
        onTable: (isTable) => onChange({ view: isTable ? "table" : "chart" }),
      }}
      height={height}
    />
  );
}
