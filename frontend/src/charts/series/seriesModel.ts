/** From the answer of the history query to what a chart of series draws. No DOM, no React. */

import type { ChangePoint, CommitColumns, SeriesHistory } from "@/api/types";
import { type BoundLine, nearBounds } from "@/charts/bounds/boundLines";
import type { Axis } from "@/charts/frame/frame";
import { extent, valueAxis } from "@/charts/frame/valueAxis";
import { isDrift } from "@/ui/words/changeWords";
import { type Scale, scaleForAll } from "@/units/scale";
import { dueTimes } from "./dueTimes";
import { type Gap, gapsOf, longestUsual } from "./gaps";
import { type Factor, fromFirst, fromReference, PLAIN, type Reference } from "./reference";

export type XKind = "commit" | "date";
export type YKind = "linear" | "log" | "relative" | "baseline";

/** Ends of the shown range as ordinals of commits, both included. */
export interface Window {
  from: number;
  to: number;
}

export interface SelectedPoint {
  series: number;
  /** Id of the commit. */
  commit: number;
}

export interface Point {
  x: number;
  y: number;
  low: number | null;
  high: number | null;
  /** Index in the commit columns. */
  at: number;
  /** Index in the arrays of the series. */
  index: number;
}

export interface ChangeMark {
  change: ChangePoint;
  x: number;
  /** The fitted levels and how far they reach. */
  before: { from: number; y: number } | null;
  after: { to: number; y: number };
  /** The commits that may hold the cause; null where it is one commit. */
  culprits: { from: number; to: number } | null;
}

export interface DrawnSeries {
  id: number;
  history: SeriesHistory;
  /** Runs of points without a gap between them. */
  segments: Point[][];
  changes: ChangeMark[];
  /** Places of failed results. */
  failures: number[];
  /** Results that somebody left out of the baselines: drawn hollow. */
  excluded: { x: number; y: number; run: number; reason: string }[];
}

export interface SeriesModel {
  series: DrawnSeries[];
  x: Axis;
  y: Axis;
  scale: Scale;
  /** Place of a commit (by its index) on the x-axis. */
  place: (at: number) => number;
  /** Commits with anything on them, ascending by x. */
  stops: { x: number; at: number }[];
  environment: number[];
  /** Stretches in which no series was measured for much longer than usual. */
  gaps: Gap[];
  bounds: readonly BoundLine[];
  startsAtZero: boolean;
  /** Largest number of commits behind one mark. */
  bucket: number;
}

export interface ModelInput {
  commits: CommitColumns;
  series: readonly SeriesHistory[];
  hidden: ReadonlySet<number>;
  window: Window | null;
  x: XKind;
  y: YKind;
  /** What counts as 100 % on an axis that is relative to a baseline. */
  reference?: Reference | null;
  /** Series of other charts that the y-axis is to hold too. */
  beside?: readonly SeriesHistory[] | undefined;
  /** References and budgets, on an axis in the unit of the series. */
  bounds?: readonly BoundLine[] | undefined;
}

/** Whether an axis counts per cent of something. */
export function isRelative(y: YKind): boolean {
  return y === "relative" || y === "baseline";
}

/** Bands of more series than this would only cover each other. */
export const MOST_BANDS = 5;
const PERCENT: Scale = { divisor: 1, label: "%" };

export function buildModel(input: ModelInput): SeriesModel {
  const times = dueTimes(input.commits);
  const place = placer(times, input.x);
  const isInside = insideOf(input);
  const isLog = input.y === "log";
  const series = input.series
    .filter((history) => !input.hidden.has(history.series.id))
    .map((history) => drawnSeries(history, input, place, isInside, times));
  const points = series.flatMap((one) => one.segments.flat());
  const others = (input.beside ?? [])
    .filter((history) => !input.hidden.has(history.series.id))
    .flatMap((history) => pointsOf(history, place, isInside, factorOf(history, input), isLog));
  const bounds = isRelative(input.y) ? [] : nearBounds(input, points);
  const levels = bounds.map(({ value }) => ({ y: value, low: null, high: null }));
  const valued = [...points, ...others, ...levels];
  const y = valueAxis(valued, series.length <= MOST_BANDS, isLog);
  const unit = input.series[0]?.series.unit ?? "1";
  const stops = stopsOf(series);
  return {
    series,
    x: xAxis(points, input.x),
    y,
    scale: isRelative(input.y) ? PERCENT : scaleForAll(unit, [y.low, y.high]),
    place,
    stops,
    environment: environmentChanges(series, place),
    gaps: gapsOf(
      stops.map(({ x, at }) => ({ x, time: times[at] ?? 0 })),
      Math.max(...series.map(({ history }) => usualOf(history, times))),
    ),
    bounds,
    startsAtZero: y.low === 0,
    bucket: Math.max(1, ...input.series.map((history) => history.bucket)),
  };
}

/** Place of each commit on the x-axis. */
function placer(times: readonly number[], kind: XKind): (at: number) => number {
  if (kind === "commit") return (at) => at;
  return (at) => times[at] ?? times.at(-1) ?? 0;
}

function usualOf({ at }: SeriesHistory, times: readonly number[]): number {
  return longestUsual(at.map((one) => times[one] ?? 0));
}

function insideOf({ commits, window }: ModelInput): (at: number) => boolean {
  if (window === null) return () => true;
  return (at) => {
    const ordinal = commits.ordinal[at] ?? 0;
    return ordinal >= window.from && ordinal <= window.to;
  };
}

type Place = (at: number) => number;
type Inside = (at: number) => boolean;

function drawnSeries(
  history: SeriesHistory,
  input: ModelInput,
  place: Place,
  isInside: Inside,
  times: readonly number[],
): DrawnSeries {
  const factor = factorOf(history, input);
  const points = pointsOf(history, place, isInside, factor, input.y === "log");
  const segments = segmentsOf(history, points, times);
  return {
    id: history.series.id,
    history,
    segments,
    changes: changeMarks(history, input, place, isInside, factor),
    failures: history.failed_at.filter(isInside).map(place),
    excluded: history.excluded
      .filter(({ at }) => isInside(at))
      .map(({ at, value, run, exclusion }) => ({
        x: place(at),
        y: value * (factor(at) ?? 1),
        run,
        reason: exclusion.reason,
      })),
  };
}

function factorOf(history: SeriesHistory, { y, reference }: ModelInput): Factor {
  if (!isRelative(y)) return PLAIN;
  return y === "baseline" && reference ? fromReference(history, reference) : fromFirst(history);
}

/** What can be drawn of a series, in its order. */
function pointsOf(
  history: SeriesHistory,
  place: Place,
  isInside: Inside,
  factor: Factor,
  isLog: boolean,
): Point[] {
  return history.at.flatMap((at, index) => {
    const value = history.value[index];
    const times = factor(at);
    const isDrawn = isInside(at) && value != null && times !== null && !(isLog && value <= 0);
    if (!isDrawn) return [];
    return [{ x: place(at), y: value * times, ...interval(history, index, times), at, index }];
  });
}

/** Runs of points; a line ends at a commit without a result and at a pause longer than usual. */
function segmentsOf(
  history: SeriesHistory,
  points: readonly Point[],
  times: readonly number[],
): Point[][] {
  const usual = usualOf(history, times);
  const failed = [...history.failed_at].sort((a, b) => a - b);
  const segments: Point[][] = [];
  for (const point of points) {
    const before = segments.at(-1)?.at(-1);
    const isNext =
      before !== undefined &&
      point.index === before.index + 1 &&
      (times[point.at] ?? 0) - (times[before.at] ?? 0) <= usual &&
      !hasBetween(failed, before.at, point.at);
    if (isNext) segments.at(-1)?.push(point);
    else segments.push([point]);
  }
  return segments;
}

function hasBetween(ascending: readonly number[], low: number, high: number): boolean {
  return ascending.some((one) => one > low && one < high);
}

function interval(history: SeriesHistory, index: number, factor: number) {
  const low = history.low[index];
  const high = history.high[index];
  if (low === null || low === undefined || high === null || high === undefined) {
    return { low: null, high: null };
  }
  return { low: low * factor, high: high * factor };
}

const UNDRAWN: readonly ChangePoint["state"][] = ["withdrawn", "cleared"];
const UNSETTLED: readonly ChangePoint["state"][] = ["suspected", "refuted"];

/** Fitted levels reach from one settled change point to the next; a suspicion marks its own run. */
function changeMarks(
  history: SeriesHistory,
  { commits, y, reference }: ModelInput,
  place: Place,
  isInside: Inside,
  factor: Factor,
): ChangeMark[] {
  if (history.changes.length === 0) return [];
  // against a series that moves too, levels are no levels: only the place is marked
  const hasLevels = y !== "baseline" || reference?.kind !== "series";
  const atOf = new Map(commits.id.map((id, at) => [id, at]));
  const placed = history.changes
    .filter((change) => !UNDRAWN.includes(change.state))
    .map((change) => ({ change, at: atOf.get(change.commit.id) }))
    .filter((one): one is { change: ChangePoint; at: number } => one.at !== undefined)
    .filter(({ at }) => isInside(at))
    .sort((a, b) => a.at - b.at);
  const ends = history.at.filter(isInside);
  const first = ends[0] ?? 0;
  const last = ends.at(-1) ?? 0;
  const drifts = placed
    .filter(({ change }) => isDrift(change))
    .map(({ change, at }) => driftMark(change, at, atOf, place, hasLevels ? factor(at) : null));
  const steps = placed.filter(({ change }) => !isDrift(change));
  const settled = steps.filter(({ change }) => !UNSETTLED.includes(change.state));
  const marks = steps.map((one) => {
    const { change, at } = one;
    const index = settled.indexOf(one);
    const isSettled = index >= 0;
    const start = isSettled ? (settled[index - 1]?.at ?? first) : previousAt(change, at, atOf);
    const end = isSettled && hasLevels ? (settled[index + 1]?.at ?? last) : at;
    const times = factor(at) ?? 0;
    // one line per stretch: both of its ends have a fit of their own, made from what was known then
    const before = settled[index - 1]?.change.after ?? change.before;
    return {
      change,
      x: place(at),
      before: start >= at || !hasLevels ? null : { from: place(start), y: before * times },
      after: { to: place(end), y: change.after * times },
      culprits: culprits(change, at, atOf, place),
    };
  });
  return [...marks, ...drifts];
}

/** A line from the last commit before the drift to the last one in it. */
function driftMark(
  change: ChangePoint,
  at: number,
  atOf: Map<number, number>,
  place: Place,
  factor: number | null,
): ChangeMark {
  const start = previousAt(change, at, atOf);
  const end = atOf.get(change.last_suspect?.id ?? -1) ?? at;
  const times = factor ?? 0;
  return {
    change,
    x: place(start),
    before: factor === null ? null : { from: place(start), y: change.before * times },
    after: { to: place(end), y: change.after * times },
    culprits: null,
  };
}

function previousAt(change: ChangePoint, at: number, atOf: Map<number, number>): number {
  return atOf.get(change.previous_commit?.id ?? -1) ?? at;
}

function culprits(change: ChangePoint, at: number, atOf: Map<number, number>, place: Place) {
  if (change.suspects <= 1) return null;
  const from = atOf.get(change.first_suspect?.id ?? -1) ?? at;
  const to = atOf.get(change.last_suspect?.id ?? -1) ?? at;
  // The cause may lie in commits never measured: then the range starts just after the last measured one.
  const before = atOf.get(change.previous_commit?.id ?? -1);
  const start = from === at && before !== undefined ? before : from;
  return start === to ? null : { from: place(Math.min(start, to)), to: place(Math.max(start, to)) };
}

function xAxis(points: readonly Point[], kind: XKind): Axis {
  const [low, high] = extent(points.map((point) => point.x));
  if (low > high) return { low: 0, high: 1 };
  const pad = kind === "commit" ? 0.5 : Math.max(1, (high - low) * 0.01);
  return { low: low - pad, high: high + pad };
}

function stopsOf(series: readonly DrawnSeries[]) {
  const found = new Map<number, number>();
  for (const point of series.flatMap((one) => one.segments.flat())) found.set(point.at, point.x);
  return [...found].map(([at, x]) => ({ at, x })).sort((a, b) => a.x - b.x || a.at - b.at);
}

/** Places at which any series was first measured on another fingerprint revision. */
function environmentChanges(series: readonly DrawnSeries[], place: Place): number[] {
  const places = new Set<number>();
  for (const { history, segments } of series) {
    const points = segments.flat();
    points.slice(1).forEach((point, index) => {
      const before = history.environment[points[index]?.index ?? 0];
      if (before !== history.environment[point.index]) places.add(place(point.at));
    });
  }
  return [...places].sort((a, b) => a - b);
}

/** The point of a series at a commit, if it has one there. */
export function pointAt(series: DrawnSeries, at: number): Point | undefined {
  for (const segment of series.segments) {
    const found = segment.find((point) => point.at === at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The smallest window that holds these stops, or null for one that would show nothing. */
export function windowOf(
  commits: CommitColumns,
  stops: readonly { x: number; at: number }[],
  low: number,
  high: number,
): Window | null {
  const inside = stops.filter(({ x }) => x >= low && x <= high);
  const ordinals = inside.map(({ at }) => commits.ordinal[at] ?? 0);
  if (ordinals.length < 2) return null;
  return { from: Math.min(...ordinals), to: Math.max(...ordinals) };
}

/** Series that may share a y-axis: those of one unit. */
export function groupByUnit(series: readonly SeriesHistory[]): Map<string, SeriesHistory[]> {
  const groups = new Map<string, SeriesHistory[]>();
  for (const history of series) {
    const unit = history.series.unit;
    groups.set(unit, [...(groups.get(unit) ?? []), history]);
  }
  return groups;
}
