/** Pure: the whole of a history as a strip to choose a range from. */

import type { CommitColumns, SeriesHistory } from "@/api/types";
import { type Axis, share } from "@/charts/frame/frame";
import { commitLabel } from "@/charts/frame/ticks";
import { dueTimes } from "./dueTimes";
import { type Window, windowOf, type XKind } from "./seriesModel";

export interface Strip {
  x: Axis;
  stops: { x: number; at: number }[];
}

export interface StripLine {
  id: number;
  /** Within the range of this series alone, as shares of the width and of the height. */
  points: { x: number; y: number }[];
}

/** Points of one line that a strip can show. */
const MOST_POINTS = 500;

export function stripOf(commits: CommitColumns, kind: XKind): Strip {
  const places = kind === "date" ? dueTimes(commits) : commits.id.map((_, at) => at);
  const x = { low: Math.min(...places), high: Math.max(...places) };
  const axis = x.high > x.low ? x : { low: x.low - 0.5, high: x.low + 0.5 };
  return { x: axis, stops: places.map((place, at) => ({ x: place, at })) };
}

export function stripLines(strip: Strip, series: readonly SeriesHistory[]): StripLine[] {
  return series.map((one) => ({ id: one.series.id, points: pointsOf(one, strip) }));
}

function pointsOf(series: SeriesHistory, { stops, x: axis }: Strip) {
  const low = series.value_low ?? 0;
  const span = (series.value_high ?? 1) - low;
  const step = Math.ceil(series.value.length / MOST_POINTS);
  return series.value.flatMap((value, index) => {
    if (value === null || index % step !== 0) return [];
    const place = stops[series.at[index] ?? 0]?.x ?? axis.low;
    return [{ x: share(axis, place), y: span > 0 ? (value - low) / span : 0.5 }];
  });
}

/** Where a window of ordinals lies, as shares of the width; all of it where there is none. */
export function spanOf(
  strip: Strip,
  commits: CommitColumns,
  window: Window | null,
): { from: number; to: number } {
  if (window === null) return { from: 0, to: 1 };
  const inside = strip.stops.filter(({ at }) => {
    const ordinal = commits.ordinal[at] ?? 0;
    return ordinal >= window.from && ordinal <= window.to;
  });
  if (inside.length === 0) return { from: 0, to: 0 };
  const places = inside.map(({ x }) => x);
  return { from: share(strip.x, Math.min(...places)), to: share(strip.x, Math.max(...places)) };
}

/** The window behind a part of the width; null for all of it. */
export function windowAt(
  strip: Strip,
  commits: CommitColumns,
  span: { from: number; to: number },
): Window | null {
  const [from, to] = [Math.min(span.from, span.to), Math.max(span.from, span.to)];
  if (from <= 0.001 && to >= 0.999) return null;
  const at = (part: number) => strip.x.low + part * (strip.x.high - strip.x.low);
  return windowOf(commits, strip.stops, at(from), at(to));
}

/** What stands below the strip: dates, with the time of day where dates alone would repeat. */
export function stripLabels(
  strip: Strip,
  commits: CommitColumns,
  parts: readonly number[],
): string[] {
  const dates = parts.map((part) => labelAt(strip, commits, part));
  if (new Set(dates).size === dates.length) return dates;
  const times = parts.map((part) => labelAt(strip, commits, part, true));
  return times.map((label, index) => (label === times[index - 1] ? "" : label));
}

/** What stands at a share of the width: a date, or the name of the commit where none is known. */
export function labelAt(
  strip: Strip,
  commits: CommitColumns,
  part: number,
  hasTime = false,
): string {
  const x = strip.x.low + part * (strip.x.high - strip.x.low);
  const stop = strip.stops.reduce(
    (best, one) => (Math.abs(one.x - x) < Math.abs(best.x - x) ? one : best),
    strip.stops[0] ?? { x: 0, at: 0 },
  );
  const time = commits.time[stop.at];
  if (time === null || time === undefined) return commitLabel(commits.name[stop.at]);
  const text = new Date(time).toISOString();
  return hasTime ? text.slice(5, 16).replace("T", " ") : text.slice(0, 10);
}
