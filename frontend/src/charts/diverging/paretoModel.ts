/** Alternatives on two objectives: axes, the line of the front, and where names find room. */

import { type Axis, type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { linearTicks, logTicks, type Tick } from "@/charts/frame/ticks";
import type { Scale } from "@/units/scale";

export interface ParetoResult {
  value: number;
  low: number | null;
  high: number | null;
}

export interface ParetoPoint {
  name: string;
  /** What it is besides, as the title of a commit; shown where there is room for it. */
  title?: string;
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

/** As wide as digits and letters are drawn; narrower ones leave some air. */
const CHARACTER = 7.2;
/** Half the size of a mark, with some air. */
const MARK = 8;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Names beside their points, those that matter most first: both sides of the change, then the front. A
 * name lies over no other name and no mark, and between the axes; where there is no such place it is
 * left out, since the mark tells it where the pointer rests, and the table does.
 */
export function placedNames(points: readonly ParetoPoint[], frame: Frame): PlacedName[] {
  const marks = points.map(({ x, y }) => around(xPixel(frame, x.value), yPixel(frame, y.value)));
  const taken: Box[] = [];
  const placed: PlacedName[] = [];
  for (const point of [...points].sort((a, b) => weightOf(a) - weightOf(b))) {
    const own = points.indexOf(point);
    const free = placesOf(point, frame).find(({ box }) => {
      const others = marks.filter((_, place) => place !== own);
      return isInside(box, frame) && ![...taken, ...others].some((other) => meets(box, other));
    });
    if (free === undefined) continue;
    taken.push(free.box);
    placed.push(free.name);
  }
  return placed;
}

/** Smaller is named first. */
function weightOf({ role, isOnFront }: ParetoPoint): number {
  if (role !== "alternative") return 0;
  return isOnFront ? 1 : 2;
}

/** Where a name may stand, the best place first: right of its point, left, then further up or down. */
function placesOf({ name, x, y }: ParetoPoint, frame: Frame) {
  const [px, py] = [xPixel(frame, x.value), yPixel(frame, y.value)];
  const width = CHARACTER * name.length;
  return [-8, 4, 16, -20, 28, -32, 40].flatMap((down) =>
    (["start", "end"] as const).map((anchor) => {
      const at = anchor === "start" ? px + 9 : px - 9;
      const left = anchor === "start" ? at : at - width;
      const box = { left, right: left + width, top: py + down - 11, bottom: py + down + 4 };
      return { name: { name, x: at, y: py + down, anchor }, box };
    }),
  );
}

function around(x: number, y: number): Box {
  return { left: x - MARK, right: x + MARK, top: y - MARK, bottom: y + MARK };
}

function isInside({ left, right, top, bottom }: Box, frame: Frame): boolean {
  return left >= frame.left && right <= frame.width && top >= 0 && bottom <= frame.bottom;
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
