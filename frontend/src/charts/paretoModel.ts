/** Alternatives on two objectives: axes, the line of the front, and where names find room. */

import { type Axis, type Frame, xPixel, yPixel } from "./frame";

export interface ParetoResult {
  value: number;
  low: number | null;
  high: number | null;
}

export interface ParetoPoint {
  name: string;
  role: "baseline" | "contender" | "alternative";
  x: ParetoResult;
  y: ParetoResult;
  isOnFront: boolean;
  /** What is said of it: "on the front", "beaten by …". */
  said: string;
}

export interface ParetoAxis {
  name: string;
  unit: string;
  better: "lower" | "higher";
}

/** Intervals further out than this many spans of the values run to the edge. */
const REACH = 1;

export function paretoDomain(results: readonly ParetoResult[]): Axis {
  const values = results.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || Math.abs(most) * 0.02 || 1;
  const ends = results.flatMap(({ value, low, high }) => [low ?? value, high ?? value]);
  const low = Math.max(least - REACH * span, Math.min(...ends));
  const high = Math.min(most + REACH * span, Math.max(...ends));
  return { low: low - 0.12 * span, high: high + 0.12 * span };
}

type Better = ParetoAxis["better"];

/**
 * Points of the front in the order of the line that joins them: those that no other is ahead of by both
 * values. What is on the front only because nothing is shown to beat it lies beside the line.
 */
export function frontOf(points: readonly ParetoPoint[], x: Better, y: Better): ParetoPoint[] {
  const ahead = (a: ParetoResult, b: ParetoResult, better: Better) =>
    better === "lower" ? b.value - a.value : a.value - b.value;
  const front = points.filter(({ isOnFront }) => isOnFront);
  const isBehind = (point: ParetoPoint) =>
    front.some((other) => {
      const leads = [ahead(other.x, point.x, x), ahead(other.y, point.y, y)];
      return leads.every((lead) => lead >= 0) && leads.some((lead) => lead > 0);
    });
  return front.filter((point) => !isBehind(point)).sort((a, b) => a.x.value - b.x.value);
}

export interface PlacedName {
  name: string;
  x: number;
  y: number;
  anchor: "start" | "end";
}

const LINE = 14;
const CHARACTER = 6.6;

/** Names beside their points, moved up or down until none lies over another. */
export function placedNames(points: readonly ParetoPoint[], frame: Frame): PlacedName[] {
  const placed: PlacedName[] = [];
  for (const point of [...points].sort((a, b) => b.y.value - a.y.value)) {
    const x = xPixel(frame, point.x.value);
    const width = CHARACTER * point.name.length;
    const anchor = x + 10 + width > frame.width ? "end" : "start";
    let y = yPixel(frame, point.y.value) - 8;
    const meets = (other: PlacedName) =>
      Math.abs(other.y - y) < LINE && Math.abs(other.x - x) < width + CHARACTER * 2;
    for (let tries = 0; tries < points.length && placed.some(meets); tries += 1) y += LINE;
    placed.push({ name: point.name, x: anchor === "start" ? x + 9 : x - 9, y, anchor });
  }
  return placed;
}
