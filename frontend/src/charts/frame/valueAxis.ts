/** Range of a value axis. */

import type { Axis } from "./frame";

interface Valued {
  y: number;
  low: number | null;
  high: number | null;
}

/**
 * Room for all values. Intervals may widen it by its own height at most, so that one bad point does not
 * flatten the rest; it starts at zero where zero is near.
 */
export function valueAxis(points: readonly Valued[], hasIntervals: boolean, isLog: boolean): Axis {
  const [low, high] = extent(points.map((point) => point.y));
  if (low > high) return { low: 0, high: 1 };
  const span = Math.max(high - low, Math.abs(high) * 0.02) || 1;
  const [lowest, highest] = hasIntervals ? intervalExtent(points) : [low, high];
  const isFlat = Math.min(low, lowest) === Math.max(high, highest);
  // equal values lie in the middle of an axis that has some height
  const room = isFlat ? span / 2 : 0;
  const floor = Math.max(Math.min(low, lowest), low - span) - room;
  const ceiling = Math.min(Math.max(high, highest), high + span) + room;
  if (isLog) return { low: Math.max(floor, low / 2) * 0.97, high: ceiling * 1.03, isLog: true };
  const pad = (ceiling - floor) * 0.06;
  const isNearZero = low >= 0 && floor - pad < 0.35 * ceiling;
  return { low: isNearZero ? 0 : floor - pad, high: ceiling + pad };
}

function intervalExtent(points: readonly Valued[]): [number, number] {
  return extent(points.flatMap(({ low, high }) => [low, high].filter((end) => end !== null)));
}

/** Smallest and largest of some numbers; infinite and crossed where there are none. */
export function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
