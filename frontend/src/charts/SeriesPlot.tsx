/** The part of a series chart that Recharts draws: axes, grid, bands, guide lines. */

import { memo, useMemo } from "react";
import { Area, ComposedChart, Line } from "recharts";
import { gridLines, xAxis, yAxis } from "./axes";
import { type Frame, share, yPixel } from "./frame";
import { MUTED_COLOUR } from "./palette";
import { type DrawnSeries, MOST_BANDS, type Point, type SeriesModel } from "./seriesModel";
import type { Tick } from "./ticks";

interface SeriesPlotProps {
  model: SeriesModel;
  frame: Frame;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  colours: ReadonlyMap<number, string>;
  focused: number | null;
}

type Row = { x: number } & Record<string, number | [number, number]>;

interface Strand {
  key: string;
  id: number;
  hasBand: boolean;
}

export const SeriesPlot = memo(function SeriesPlot(props: SeriesPlotProps) {
  const { model, frame, xTicks, yTicks, colours, focused } = props;
  const { rows, strands } = useMemo(() => strandRows(model, frame), [model, frame]);
  const hasBands = model.series.length <= MOST_BANDS;
  const colourOf = (id: number) =>
    focused === null || focused === id ? (colours.get(id) ?? MUTED_COLOUR) : MUTED_COLOUR;
  return (
    <ComposedChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ top: frame.top, right: frame.width - frame.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      {gridLines(frame, yTicks)}
      {xAxis(frame, xTicks)}
      {yAxis(frame, yTicks)}
      {strands
        .filter((strand) => strand.hasBand && (hasBands || strand.id === focused))
        .map((strand) => (
          <Area
            key={`band ${strand.key}`}
            dataKey={`${strand.key}b`}
            stroke="none"
            fill={colourOf(strand.id)}
            fillOpacity={0.16}
            connectNulls
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            tooltipType="none"
          />
        ))}
      {strands.map((strand) => (
        <Line
          key={strand.key}
          dataKey={strand.key}
          stroke={colourOf(strand.id)}
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

/** One line per run of points without a gap; rows are shared by x. */
function strandRows(model: SeriesModel, frame: Frame) {
  const rows = new Map<number, Row>();
  const strands: Strand[] = [];
  const rowAt = (x: number) => {
    const row = rows.get(x) ?? { x: share(frame.x, x) };
    rows.set(x, row);
    return row;
  };
  const fill = (key: string, point: Point) => {
    const row = rowAt(point.x);
    row[key] = share(frame.y, point.y);
    const { low, high } = point;
    if (low !== null && high !== null)
      row[`${key}b`] = [floorShare(frame, low), share(frame.y, high)];
  };
  for (const series of model.series) {
    series.segments.forEach((segment, index) => {
      const key = `s${series.id}_${index}`;
      strands.push({ key, id: series.id, hasBand: segment.some((point) => point.low !== null) });
      for (const point of segment) fill(key, point);
    });
  }
  return { rows: [...rows.values()].sort((a, b) => a.x - b.x), strands };
}

/** A lower end at or below zero has no place on a logarithmic axis: it reaches the bottom. */
function floorShare(frame: Frame, low: number): number {
  return frame.y.isLog && low <= 0 ? 0 : share(frame.y, low);
}

/** All points of a series as one path: a dot is a line of no length with a round end. */
export function dotsPath(series: DrawnSeries, frame: Frame, toX: (x: number) => number): string {
  const parts: string[] = [];
  for (const { x, y } of series.segments.flat()) {
    parts.push(`M${toX(x).toFixed(1)} ${yPixel(frame, y).toFixed(1)}h0`);
  }
  return parts.join("");
}
