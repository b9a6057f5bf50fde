/** The part of a sweep chart that Recharts draws: axes, grid, guide lines. */

import { memo, useMemo } from "react";
import { ComposedChart, Line } from "recharts";
import { gridLines, plotArea, xAxis, yAxis } from "@/charts/frame/axes";
import { type Frame, share } from "@/charts/frame/frame";
import type { Tick } from "@/charts/frame/ticks";
import type { SweepModel } from "./sweepModel";

interface SweepPlotProps {
  model: SweepModel;
  frame: Frame;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  colours: ReadonlyMap<number, string>;
}

export const SweepPlot = memo(function SweepPlot(props: SweepPlotProps) {
  const { model, frame, xTicks, yTicks, colours } = props;
  const rows = useMemo(() => rowsOf(model, frame), [model, frame]);
  return (
    <ComposedChart {...plotArea(frame)} data={rows}>
      {gridLines(frame, yTicks)}
      {xAxis(frame, xTicks)}
      {yAxis(frame, yTicks)}
      {model.curves.map((curve, index) => (
        <Line
          key={curve.name}
          dataKey={`c${index}`}
          stroke={colours.get(index) ?? "var(--series-muted)"}
          strokeWidth={1.25}
          strokeOpacity={0.75}
          connectNulls
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </ComposedChart>
  );
});

function rowsOf(model: SweepModel, frame: Frame): Record<string, number>[] {
  const rows = new Map<number, Record<string, number>>();
  model.curves.forEach((curve, index) => {
    for (const point of curve.points) {
      const row = rows.get(point.x) ?? { x: share(frame.x, point.x) };
      row[`c${index}`] = share(frame.y, point.value);
      rows.set(point.x, row);
    }
  });
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
}
