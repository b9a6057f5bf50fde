/** The part of a series chart that Recharts draws: axes, grid, bands, guide lines. */

import { memo, useMemo } from "react";
import { Curve, Surface } from "recharts";
import type { BoundLine } from "@/charts/bounds/boundLines";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { PlotGrid } from "@/charts/frame/PlotGrid";
import { MUTED_COLOUR } from "@/charts/frame/palette";
import type { Tick } from "@/charts/frame/ticks";
import { freeRow, type Gap, levelsAt } from "./gaps";
import { type DrawnSeries, MOST_BANDS, type Point, type SeriesModel } from "./seriesModel";

interface SeriesPlotProps {
  model: SeriesModel;
  frame: Frame;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  colours: ReadonlyMap<number, string>;
  focused: number | null;
}

interface Pixel {
  x: number;
  y: number;
}

/** One run of points without a gap, in pixels. */
interface Strand {
  key: string;
  id: number;
  line: Pixel[];
  /** Ends of the intervals, of the points that have one. */
  band: { low: Pixel[]; high: Pixel[] };
}

/**
 * The chart has no rows: its `Line` would walk every commit of every other series, ten times as
 * many as each line has points, and do so in several passes.
 */
export const SeriesPlot = memo(function SeriesPlot(props: SeriesPlotProps) {
  const { model, frame, xTicks, yTicks, colours, focused } = props;
  const strands = useMemo(() => strandsOf(model, frame), [model, frame]);
  const hasBands = model.series.length <= MOST_BANDS;
  const colourOf = (id: number) =>
    focused === null || focused === id ? (colours.get(id) ?? MUTED_COLOUR) : MUTED_COLOUR;
  return (
    <Surface width={frame.width} height={frame.height}>
      <PlotGrid frame={frame} xTicks={xTicks} yTicks={yTicks} />
      {model.gaps.map((gap) => (
        <GapText key={gap.from} gap={gap} frame={frame} lines={levelsAt(gap, model)} />
      ))}
      {model.bounds.map((bound) => (
        <BoundMark key={`${bound.series} ${bound.text}`} bound={bound} frame={frame} />
      ))}
      {strands
        .filter(({ id, band }) => band.low.length > 0 && (hasBands || id === focused))
        .map(({ key, id, band }) => (
          <Curve
            key={`band ${key}`}
            points={band.high}
            baseLine={band.low}
            stroke="none"
            fill={colourOf(id)}
            fillOpacity={0.16}
            data-band={id}
          />
        ))}
      {strands.map(({ key, id, line }) => (
        <Curve
          key={key}
          points={line}
          fill="none"
          stroke={colourOf(id)}
          strokeWidth={1.25}
          strokeOpacity={0.75}
          data-line={id}
        />
      ))}
    </Surface>
  );
});

/** A level with what it is, above the line at its right end. */
function BoundMark({ bound, frame }: { bound: BoundLine; frame: Frame }) {
  const y = yPixel(frame, bound.value);
  return (
    <g data-mark="bound">
      <line
        x1={frame.left}
        x2={frame.right}
        y1={y}
        y2={y}
        stroke="var(--chart-axis)"
        strokeDasharray="6 4"
      />
      <text
        x={frame.right - AIR_PX / 2}
        y={y - AIR_PX / 2}
        textAnchor="end"
        fontSize={12}
        fill="var(--chart-axis)"
      >
        {bound.text}
      </text>
    </g>
  );
}

/** A letter of the axis font, and the room around a text. */
const LETTER_PX = 6.4;
const AIR_PX = 8;

interface GapTextProps {
  gap: Gap;
  frame: Frame;
  /** Values at which something is drawn across the gap or at its ends. */
  lines: readonly number[];
}

/** Says in the plot that nothing was measured there, where the words fit. */
function GapText({ gap, frame, lines }: GapTextProps) {
  const [from, to] = [xPixel(frame, gap.from), xPixel(frame, gap.to)];
  if (to - from < gap.text.length * LETTER_PX + AIR_PX) return null;
  return (
    <text
      x={(from + to) / 2}
      y={freeRow(
        frame,
        lines.map((value) => insidePixel(frame, value)),
      )}
      textAnchor="middle"
      fontSize={12}
      fill="var(--chart-axis)"
      data-mark="gap"
    >
      {gap.text}
    </text>
  );
}

function strandsOf(model: SeriesModel, frame: Frame): Strand[] {
  return model.series.flatMap(({ id, segments }) =>
    segments.map((segment, index) => ({
      key: `${id} ${index}`,
      id,
      line: segment.map(({ x, y }) => ({ x: xPixel(frame, x), y: yPixel(frame, y) })),
      band: bandOf(segment, frame),
    })),
  );
}

function bandOf(segment: readonly Point[], frame: Frame): Strand["band"] {
  const low: Pixel[] = [];
  const high: Pixel[] = [];
  for (const point of segment) {
    if (point.low === null || point.high === null) continue;
    const x = xPixel(frame, point.x);
    low.push({ x, y: insidePixel(frame, point.low) });
    high.push({ x, y: insidePixel(frame, point.high) });
  }
  return { low, high };
}

/** Bands that leave the plot end at its edge; on a logarithmic axis zero has no other place. */
function insidePixel(frame: Frame, value: number): number {
  if (frame.y.isLog && value <= 0) return frame.bottom;
  return Math.min(frame.bottom, Math.max(frame.top, yPixel(frame, value)));
}

/** All points of a series as one path: a dot is a line of no length with a round end. */
export function dotsPath(series: DrawnSeries, frame: Frame, toX: (x: number) => number): string {
  const parts: string[] = [];
  for (const { x, y } of series.segments.flat()) {
    parts.push(`M${toX(x).toFixed(1)} ${yPixel(frame, y).toFixed(1)}h0`);
  }
  return parts.join("");
}
