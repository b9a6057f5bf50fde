/** Alternatives on two objectives: axes, the line of the front, and where names find room. */

import type { Scale } from "@/units/scale";
import { type Axis, type Frame, xPixel, yPixel } from "./frame";
import { linearTicks, logTicks, type Tick } from "./ticks";

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

/** Logarithmic, so that half and double are equally far; linear where a value is not above zero. */
export function paretoDomain(results: readonly ParetoResult[]): Axis {
  const isLog = results.every(({ value }) => value > 0);
  const [onto, back] = isLog ? [logOf, Math.exp] : [asIs, asIs];
  const values = results.map(({ value }) => onto(value));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || (isLog ? 0.02 : Math.abs(most) * 0.02) || 1;
  const ends = results.flatMap(({ value, low, high }) => [low ?? value, high ?? value].map(onto));
  const low = Math.max(least - REACH * span, Math.min(...ends));
  const high = Math.min(most + REACH * span, Math.max(...ends));
  return { low: back(low - 0.12 * span), high: back(high + 0.12 * span), isLog };
}

function logOf(value: number): number {
  return value > 0 ? Math.log(value) : Number.NEGATIVE_INFINITY;
}

function asIs(value: number): number {
  return value;
}

/** What a reader must know of both axes; nothing where both are linear from zero on. */
export function axesNote(x: Axis, y: Axis): string | null {
  if (x.isLog && y.isLog) return "Both axes are logarithmic: half and double are equally far";
  const said = [
    ["across", x],
    ["upwards", y],
  ] as const;
  const parts = said.flatMap(([way, { low, high, isLog }]) => {
    if (isLog) return `the axis ${way} is logarithmic`;
    return low > 0 || high < 0 ? `the axis ${way} does not start at zero` : [];
  });
  const [first = ""] = parts;
  return first === "" ? null : `${first.charAt(0).toUpperCase()}${parts.join("; ").slice(1)}`;
}

/** Ticks in the scale's unit, as many as there is room for. */
export function paretoTicks(axis: Axis, room: number, scale: Scale): Tick[] {
  const isFar = axis.isLog && axis.high / axis.low > FAR;
  const ticks = isFar
    ? logTicks(axis.low, axis.high, scale)
    : linearTicks(axis.low, axis.high, room, scale);
  const every = Math.ceil(ticks.length / room);
  return ticks.filter((_, place) => place % every === 0);
}

/** From this ratio of the ends on, evenly stepped ticks would crowd at one of them. */
const FAR = 4;

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
