/** Pure: which percentile curves a run has, their names, and what only their tails tell. */

import type { RunDetail, RunResult, SeriesLabel, Tail } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatInterval, formatNumber, formatValue } from "@/units/format";
import { differing } from "./variantsModel";

/** Shown in the table below the curves. */
export const TOLD = [50, 90, 99, 99.9] as const;

/** Only what differs between the curves: parameters by their values, else the benchmark. */
export function tailNames(tails: readonly Tail[]): string[] {
  const labels = tails.map(({ series }) => series);
  const names = differing(labels.map((series) => ({ series })));
  const severalBenchmarks = new Set(labels.map(({ benchmark }) => benchmark)).size > 1;
  return labels.map(({ benchmark, parameters }) => {
    const own = names
      .filter((name) => names.length === 1 || parameters[name] !== undefined)
      .map((name) =>
        names.length === 1 ? `${parameters[name] ?? "default"}` : `${name}=${parameters[name]}`,
      );
    return [...(severalBenchmarks || own.length === 0 ? [benchmark] : []), ...own].join(" ");
  });
}

/** Everything of which a tail can be told; metrics and results that came as histograms first. */
export function tailedCurves(run: RunDetail): SeriesLabel[] {
  return tailedMetrics(run).flatMap((metric) =>
    tailedResults(run, metric).map(({ series }) => series),
  );
}

function tailedResults(run: RunDetail, metric: string): RunResult[] {
  return run.rows
    .filter((row) => row.series.metric === metric && row.basis !== "summary" && row.n >= FEWEST)
    .sort((a, b) => Number(b.basis === "histogram") - Number(a.basis === "histogram"));
}

/** Recordings from which on more than the median can be told. */
const FEWEST = 10;

function tailedMetrics(run: RunDetail): string[] {
  const metrics = [...new Set(run.rows.map(({ series }) => series.metric))];
  const reach = (metric: string) =>
    Math.max(
      0,
      ...tailedResults(run, metric).map((row) => (row.basis === "histogram" ? 1e9 : 0) + row.n),
    );
  return metrics
    .filter((metric) => reach(metric) > 0)
    .sort((a, b) => reach(b) - reach(a) || a.localeCompare(b));
}

const SAME_MIDDLE = 1.05;
const OTHER_TAIL = 1.25;

/** What only the tails tell: medians alike, p99 or p99.9 apart with intervals that do not meet. */
export function tailSentence(tails: readonly Tail[]): string {
  const names = tailNames(tails);
  const found: string[] = [];
  for (const [place, tail] of tails.entries()) {
    for (const [other, against] of tails.entries()) {
      const said = other === place ? null : tailOnly(tail, against);
      if (said !== null) found.push(`${names[place]} has ${said} of ${names[other]}`);
    }
  }
  if (found.length === 0) return "No two curves differ in the tail alone.";
  const rest = found.length > 3 ? ` and ${found.length - 3} more pairs` : "";
  return `Only the tail differs: ${found.slice(0, 3).join("; ")}${rest}.`;
}

/** "the median, and 3.1 times the p99.9" */
function tailOnly(tail: Tail, against: Tail): string | null {
  const middle = ratioAt(tail, against, 50);
  if (middle === null || middle.ratio > SAME_MIDDLE || middle.ratio < 1 / SAME_MIDDLE) return null;
  for (const percentile of [99.9, 99]) {
    const far = ratioAt(tail, against, percentile);
    if (far !== null && far.ratio > OTHER_TAIL && far.isApart)
      return `the median, and ${formatNumber(far.ratio, 2)} times the p${percentile}`;
  }
  return null;
}

function ratioAt(tail: Tail, against: Tail, percentile: number) {
  const one = tail.points.find((point) => point.percentile === percentile);
  const other = against.points.find((point) => point.percentile === percentile);
  if (one === undefined || other === undefined || other.value <= 0) return null;
  const isApart = one.low !== null && other.high !== null && one.low > other.high;
  return { ratio: one.value / other.value, isApart };
}

/**
 * The metric that tells the same percentile round by round: "34.0 ms [11.7, 71.2], 3 rounds". Its
 * interval is how rounds scatter, where that of a curve takes all recordings as independent.
 */
export function roundsText(
  rows: readonly RunResult[],
  tail: Tail,
  percentile: number,
): string | null {
  const { benchmark, metric, parameters, unit } = tail.series;
  const name = `${metric}_p${String(percentile).replace(".", "")}`;
  const variant = JSON.stringify(Object.entries(parameters).sort());
  const row = rows.find(
    ({ series }) =>
      series.metric === name &&
      series.benchmark === benchmark &&
      JSON.stringify(Object.entries(series.parameters).sort()) === variant,
  );
  if (row === undefined) return null;
  const ends =
    row.low === null || row.high === null
      ? "no interval"
      : formatInterval(row.low, row.high, unit, row.value);
  return `${formatValue(row.value, unit)} ${ends}, ${counted(row.n, "round")}`;
}

/** "3.20 ms [3.1, 3.4]", or why there is none. */
export function toldText(tail: Tail, percentile: number): string {
  const point = tail.points.find((one) => one.percentile === percentile);
  if (point === undefined) return "too few";
  const { unit } = tail.series;
  const ends =
    point.low === null || point.high === null
      ? "one-sided"
      : formatInterval(point.low, point.high, unit, point.value);
  return `${formatValue(point.value, unit)} ${ends}`;
}
