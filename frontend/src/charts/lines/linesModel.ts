/** Pure: lines over a number (seconds, a percentile's reach, a place in time) → what is drawn. */

import { frameOf } from "@/charts/frame/axes";
import { type Axis, type Frame, nearestIndex, xPixel, yPixel } from "@/charts/frame/frame";
import { linearTicks, logTicks, type Tick } from "@/charts/frame/ticks";
import { extent, valueAxis } from "@/charts/frame/valueAxis";
import { type Scale, scaleForAll } from "@/units/scale";

export interface LinePoint {
  x: number;
  y: number;
  low?: number | null | undefined;
  high?: number | null | undefined;
  /** Drawn as a cross in the colour of what is worse: a vetoed run, say. */
  isBad?: boolean;
}

export interface ChartLine {
  name: string;
  /** Ascending in x. */
  points: readonly LinePoint[];
}

export interface LineEvent {
  x: number;
  /** "fingerprint 2: kernel" */
  label: string;
}

export interface LinesForm {
  unit: string;
  lines: readonly ChartLine[];
  isXLog?: boolean;
  isYLog?: boolean;
  xTicks: (low: number, high: number, room: number) => Tick[];
  events?: readonly LineEvent[];
  /** A level to hold the lines against. */
  reference?: number | undefined;
  /** What is below the reference is out of order, and shaded. */
  isBadBelow?: boolean;
}

/** Every x at which some line has a point, ascending. */
export function stopsOf(lines: readonly ChartLine[]): number[] {
  const all = new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)));
  return [...all].sort((a, b) => a - b);
}

/** The point of a line at a stop, or nothing. */
export function pointOf(line: ChartLine, x: number): LinePoint | undefined {
  const index = nearestIndex(
    line.points.map((point) => point.x),
    x,
  );
  const point = line.points[index];
  return point?.x === x ? point : undefined;
}

export interface LinesLayout {
  frame: Frame;
  scale: Scale;
  xTicks: Tick[];
  yTicks: Tick[];
}

export function linesLayout(form: LinesForm, width: number, height: number): LinesLayout {
  const points = form.lines.flatMap((line) => line.points);
  const y = yRange(form, points);
  const scale = scaleForAll(form.unit, [y.low, y.high]);
  const yTicks = y.isLog ? logTicks(y.low, y.high, scale) : linearTicks(y.low, y.high, 4, scale);
  const frame = frameOf(width, height, xRange(form, points), y, yTicks);
  const room = Math.max(2, Math.floor((frame.right - frame.left) / 90));
  return { frame, scale, yTicks, xTicks: form.xTicks(frame.x.low, frame.x.high, room) };
}

/** Whether the y axis of these lines, which no form changes, starts at zero. */
export function startsAtZero(lines: LinesForm["lines"]): boolean {
  const points = lines.flatMap((line) => line.points);
  return yRange({}, points).low === 0;
}

function yRange(
  { isYLog = false, reference }: Pick<LinesForm, "isYLog" | "reference">,
  points: readonly LinePoint[],
): Axis {
  const held = reference === undefined ? [] : [{ y: reference, low: null, high: null }];
  const valued = points.map(({ y, low, high }) => ({ y, low: low ?? null, high: high ?? null }));
  const all = [...valued, ...held];
  return valueAxis(all, true, isYLog && all.every(({ y }) => y > 0));
}

function xRange({ isXLog = false }: LinesForm, points: readonly LinePoint[]): Axis {
  const [low, high] = extent(points.map((point) => point.x));
  if (low > high) return { low: 0, high: 1 };
  if (isXLog) return { low, high: Math.max(high, low * 1.01), isLog: true };
  return low === high ? { low: low - 0.5, high: high + 0.5 } : { low, high };
}

/** The line through its points. */
export function linePath(frame: Frame, points: readonly LinePoint[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${pixels(frame, x, y)}`)
    .join("");
}

/** The band between the ends of the intervals, in stretches of points that have both. */
export function bandPath(frame: Frame, points: readonly LinePoint[]): string {
  const stretches: LinePoint[][] = [[]];
  for (const point of points) {
    if (point.low == null || point.high == null) stretches.push([]);
    else stretches.at(-1)?.push(point);
  }
  return stretches
    .filter((stretch) => stretch.length > 1)
    .map((stretch) => {
      const above = stretch.map(({ x, high }) => pixels(frame, x, clamped(frame, high ?? 0)));
      const below = stretch.map(({ x, low }) => pixels(frame, x, clamped(frame, low ?? 0)));
      return `M${above.join("L")}L${below.reverse().join("L")}Z`;
    })
    .join("");
}

function clamped({ y }: Frame, value: number): number {
  return Math.min(y.high, Math.max(y.low, value));
}

function pixels(frame: Frame, x: number, y: number): string {
  return `${xPixel(frame, x).toFixed(1)} ${yPixel(frame, y).toFixed(1)}`;
}
