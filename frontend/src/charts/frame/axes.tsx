/** Axes of all charts. They count shares of their length, so that linear and logarithmic ones draw alike. */

import { CartesianGrid, XAxis, YAxis } from "recharts";
import { type Axis, type Frame, share, xPixel, yPixel } from "./frame";
import type { Tick } from "./ticks";

const BOTTOM = 26;
const TOP = 16;
const RIGHT = 24;

/** Frame of a drawing of this size: room on the left for the widest label. */
export function frameOf(
  width: number,
  height: number,
  x: Axis,
  y: Axis,
  yTicks: readonly Tick[],
): Frame {
  const left = 16 + 7 * Math.max(2, ...yTicks.map((tick) => tick.label.length));
  return { width, height, left, top: TOP, right: width - RIGHT, bottom: height - BOTTOM, x, y };
}

/** What a chart of Recharts is told of its frame; its own keys would take those of the drawing. */
export function plotArea(frame: Frame) {
  const right = frame.width - frame.right;
  return {
    width: frame.width,
    height: frame.height,
    margin: { top: frame.top, right, bottom: 0, left: 0 },
    accessibilityLayer: false,
  };
}

/** Recharts finds axes among the direct children of a chart, so these are functions, not components. */
export function xAxis(frame: Frame, ticks: readonly Tick[]) {
  const places = new Map(ticks.map((tick) => [share(frame.x, tick.at), tick.label]));
  return (
    <XAxis
      dataKey="x"
      type="number"
      domain={[0, 1]}
      ticks={[...places.keys()]}
      tick={({ x, y, payload, className }) => {
        const label = places.get(Number(payload.value)) ?? "";
        return (
          <text
            className={className}
            x={labelPlace(frame, Number(x), label)}
            y={y}
            dy="0.71em"
            textAnchor="middle"
          >
            {label}
          </text>
        );
      }}
      height={frame.height - frame.bottom}
      interval={0}
      allowDataOverflow
      stroke="var(--line-strong)"
      tickMargin={4}
    />
  );
}

const HALF_CHARACTER = 3.4;

/** The middle of a label below its tick, moved inwards where it would be cut off at an end. */
export function labelPlace(frame: Frame, x: number, label: string): number {
  const half = HALF_CHARACTER * label.length;
  return Math.max(half, Math.min(frame.width - half, x));
}

export function yAxis(frame: Frame, ticks: readonly Tick[]) {
  const places = new Map(ticks.map((tick) => [share(frame.y, tick.at), tick.label]));
  return (
    <YAxis
      type="number"
      domain={[0, 1]}
      ticks={[...places.keys()]}
      // its own label would measure the words of every tick on the page, to break none of them
      tick={({ x, y, payload, className }) => (
        <text className={className} x={x} y={y} dy="0.355em" textAnchor="end">
          {places.get(Number(payload.value)) ?? ""}
        </text>
      )}
      width={frame.left}
      interval={0}
      allowDataOverflow
      axisLine={false}
      tickLine={false}
    />
  );
}

/** Lines at the ticks. Left to itself, Recharts measures every label on the page to place them. */
export function gridLines(frame: Frame, yTicks: readonly Tick[], xTicks: readonly Tick[] = []) {
  return (
    <CartesianGrid
      stroke="var(--chart-grid)"
      horizontalCoordinatesGenerator={() => yTicks.map(({ at }) => yPixel(frame, at))}
      verticalCoordinatesGenerator={() => xTicks.map(({ at }) => xPixel(frame, at))}
    />
  );
}
