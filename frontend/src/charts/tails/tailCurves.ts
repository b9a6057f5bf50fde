/** Pure: percentile curves on an axis of 1 / (1 − p). */

import type { Tail } from "@/api/types";
import type { Tick } from "@/charts/frame/ticks";
import type { ChartLine } from "@/charts/lines/linesModel";

const TICKS = [50, 90, 99, 99.9, 99.99, 99.999];

/** One in how many recordings lies beyond: 10 for p90, 1000 for p99.9. */
export function reachOf(percentile: number): number {
  return Number((100 / (100 - percentile)).toPrecision(6));
}

export function percentileText(reach: number): string {
  return `p${Number((100 - 100 / reach).toPrecision(7))}`;
}

export function tailTicks(low: number, high: number): Tick[] {
  return TICKS.map((percentile) => ({ at: reachOf(percentile), label: `p${percentile}` })).filter(
    ({ at }) => at >= low * 0.999 && at <= high * 1.001,
  );
}

export function tailLines(tails: readonly Tail[], names: readonly string[]): ChartLine[] {
  return tails.map((tail, index) => ({
    name: names[index] ?? "",
    points: tail.points.map(({ percentile, value, low, high }) => ({
      x: reachOf(percentile),
      y: value,
      low,
      high,
    })),
  }));
}
