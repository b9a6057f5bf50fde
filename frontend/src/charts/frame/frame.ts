/** Geometry of a chart: where the plot lies in the drawing and how values become pixels. */

export interface Axis {
  low: number;
  high: number;
  isLog?: boolean;
  /** Values that stand evenly spaced, ascending; those between them are interpolated. */
  stops?: readonly number[];
}

export interface Frame {
  width: number;
  height: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  x: Axis;
  y: Axis;
}

/** Place of a value on its axis, 0 at the low end and 1 at the high end. */
export function share(axis: Axis, value: number): number {
  if (axis.stops !== undefined) return evenShare(axis.stops, value);
  if (axis.isLog) return Math.log(value / axis.low) / Math.log(axis.high / axis.low);
  return (value - axis.low) / (axis.high - axis.low);
}

/** Room before the first and behind the last stop, as a part of the step between two. */
const MARGIN = 0.4;

function evenShare(stops: readonly number[], value: number): number {
  const next = stops.findIndex((stop) => stop >= value);
  const place = next < 0 ? stops.length - 1 : next;
  const above = stops[place] ?? value;
  const below = stops[Math.max(place - 1, 0)] ?? above;
  const within = above === below ? 0 : (above - Math.min(value, above)) / (above - below);
  return (place - within + MARGIN) / (Math.max(stops.length - 1, 0) + 2 * MARGIN);
}

export function xPixel(frame: Frame, value: number): number {
  return frame.left + share(frame.x, value) * (frame.right - frame.left);
}

export function yPixel(frame: Frame, value: number): number {
  return frame.bottom - share(frame.y, value) * (frame.bottom - frame.top);
}

/** Value of the x-axis under a pixel. */
export function xValue(frame: Frame, pixel: number): number {
  const part = (pixel - frame.left) / (frame.right - frame.left);
  const { low, high, isLog } = frame.x;
  return isLog ? low * (high / low) ** part : low + part * (high - low);
}

/** Index of the number nearest to a target in an ascending list; −1 in an empty one. */
export function nearestIndex(ascending: readonly number[], target: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= target) low = middle;
    else high = middle;
  }
  if (high < 0) return -1;
  const before = Math.abs((ascending[low] as number) - target);
  const after = Math.abs((ascending[high] as number) - target);
  return before <= after ? low : high;
}
