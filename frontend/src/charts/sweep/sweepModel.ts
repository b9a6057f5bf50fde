/** From the curves of a sweep to what its chart draws. No DOM, no React. */

import type { SweepCrossover, SweepCurve } from "@/api/types";
import { type Axis, type Frame, nearestIndex, xPixel } from "@/charts/frame/frame";
import { extent, valueAxis } from "@/charts/frame/valueAxis";
import { type FormMark, formMarks } from "./sweepForm";

interface SweepInput {
  curves: readonly SweepCurve[];
  marks: readonly { x: number; label: string }[];
  failed: readonly number[];
  x: SweepScale;
  y: "linear" | "log";
  crossovers?: readonly SweepCrossover[];
  /** Share of the best within which values count as equally good. */
  margin?: number;
  /** Values of the parameter that the axis must hold besides: those of charts beside it. */
  span?: readonly number[];
}

/** How the values of the parameter are spaced: by their size, their logarithm, or evenly. */
export type SweepScale = "linear" | "log" | "even";

/** Share of the plot that a row of brackets takes. */
const ROW = 0.065;

type SweepPoint = SweepCurve["points"][number];

export interface SweepModel {
  curves: { name: string; points: SweepPoint[] }[];
  /** Values of the parameter that were measured, ascending. */
  xs: number[];
  x: Axis;
  y: Axis;
  /** Ranges of the best set, for a single curve only: several would cover each other. */
  shaded: { from: number; to: number }[];
  marks: { x: number; label: string }[];
  form: FormMark[];
  failed: number[];
  hasIntervals: boolean;
  /** An interval ends beyond the chart, so that one bad point does not flatten the rest. */
  isCut: boolean;
}

export function buildSweep(input: SweepInput): SweepModel {
  const { curves, marks, failed, x, y } = input;
  const points = curves.flatMap((curve) => curve.points);
  const xs = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  const all = [...xs, ...failed, ...(input.span ?? [])];
  const isAlone = new Set(all).size === 1;
  const axis = x === "even" || isAlone ? evenAxis(all) : xAxis(all, x === "log");
  const isInside = (at: number) => at >= axis.low && at <= axis.high;
  const valued = points.map(({ value, low, high }) => ({ y: value, low, high }));
  const canBeLog = valued.every((point) => point.y > 0);
  const form = formMarks(curves, input.crossovers ?? [], input.margin ?? 0);
  const room = withRoom(valueAxis(valued, true, y === "log" && canBeLog), rowsOf(form));
  return {
    curves: curves.map((curve) => ({
      name: curveName(curve),
      points: [...curve.points].sort((a, b) => a.x - b.x),
    })),
    xs,
    x: axis,
    y: room,
    shaded: curves.length === 1 ? bestRanges(curves[0] as SweepCurve, xs) : [],
    marks: marks.filter((mark) => isInside(mark.x)),
    form,
    failed: failed.filter(isInside),
    hasIntervals: points.some((point) => point.low !== null),
    isCut: points.some(({ low, high }) => (low ?? room.low) < room.low || (high ?? 0) > room.high),
  };
}

const GLYPH = 6.8;

/** Labels of marks that would cover each other stand aside; one between two others is left out. */
export function withAnchors<Mark extends { x: number; label: string }>(
  marks: readonly Mark[],
  toX: (x: number) => number,
): (Mark & { anchor: "start" | "middle" | "end" | null })[] {
  const sorted = [...marks].sort((a, b) => a.x - b.x);
  const half = (mark: Mark) => (mark.label.length * GLYPH) / 2;
  const meets = (mark: Mark, next: Mark | undefined) =>
    next !== undefined && toX(next.x) - toX(mark.x) < half(mark) + half(next);
  return sorted.map((mark, index) => {
    const before = sorted[index - 1];
    const isCrowdedLeft = before !== undefined && meets(before, mark);
    const isCrowdedRight = meets(mark, sorted[index + 1]);
    if (isCrowdedLeft && isCrowdedRight) return { ...mark, anchor: null };
    return { ...mark, anchor: isCrowdedLeft ? "start" : isCrowdedRight ? "end" : "middle" };
  });
}

function rowsOf(form: readonly FormMark[]): number {
  return Math.max(0, ...form.map((mark) => mark.row + 1));
}

/** Leaves rows free above the highest point. */
function withRoom(axis: Axis, rows: number): Axis {
  const more = (ROW * rows) / (1 - ROW * rows);
  if (axis.isLog) return { ...axis, high: axis.high * (axis.high / axis.low) ** more };
  return { ...axis, high: axis.high + (axis.high - axis.low) * more };
}

/** "engine=smol", or nothing where every other parameter is the same. */
export function curveName(curve: Pick<SweepCurve, "facet">): string {
  return Object.entries(curve.facet)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

function evenAxis(values: readonly number[]): Axis {
  const stops = [...new Set(values)].sort((a, b) => a - b);
  return { low: stops[0] ?? 0, high: stops.at(-1) ?? 1, stops };
}

/** A logarithmic axis needs positive values; with others it falls back to a linear one. */
function xAxis(values: readonly number[], wantsLog: boolean): Axis {
  const [low, high] = extent(values);
  if (low > high) return { low: 0, high: 1 };
  if (low === high) return { low: low - 1, high: high + 1 };
  if (wantsLog && low > 0) {
    const pad = (high / low) ** 0.03;
    return { low: low / pad, high: high * pad, isLog: true };
  }
  const pad = (high - low) * 0.03;
  return { low: low - pad, high: high + pad };
}

/** Neighbouring members of the best set become one range. */
function bestRanges(curve: SweepCurve, xs: readonly number[]): { from: number; to: number }[] {
  const best = new Set(curve.best_set);
  const ranges: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const x of xs) {
    const last = ranges.at(-1);
    if (best.has(x) && isOpen && last !== undefined) last.to = x;
    else if (best.has(x)) ranges.push({ from: x, to: x });
    isOpen = best.has(x);
  }
  return ranges;
}

/** The measured value of the parameter nearest to a pixel. */
export function nearestX(model: SweepModel, frame: Frame, pixel: number): number | null {
  const index = nearestIndex(
    model.xs.map((x) => xPixel(frame, x)),
    pixel,
  );
  return model.xs[index] ?? null;
}
