/** What a reader must know about a chart of series, and its numbers for a file. */

import type { CommitColumns, SeriesHistory } from "@/api/types";
import { chartTitle } from "@/charts/frame/chartTitle";
import type { Reference } from "./reference";
import { isRelative, MOST_BANDS, pointAt, type SeriesModel, type YKind } from "./seriesModel";

const HUNDRED = { relative: "% of the first shown", baseline: "% of the baseline" };

/** "wall_time in ms, lower is better": the unit is that of the axis, so it can only come from its model. */
export function seriesTitle(
  subject: string,
  series: readonly SeriesHistory[],
  model: Pick<SeriesModel, "scale">,
  y: YKind,
): string {
  const first = series[0]?.series;
  if (first === undefined) return subject;
  const unit = y === "relative" || y === "baseline" ? HUNDRED[y] : model.scale.label;
  return chartTitle(subject, unit, first.direction);
}

export function seriesNotes(
  model: SeriesModel,
  y: YKind,
  reference: Reference | null = null,
): string[] {
  return [
    ...bandNotes(model),
    ...axisNotes(model, y, reference),
    ...percentileNotes(model),
    ...markNotes(model),
  ];
}

function bandNotes(model: SeriesModel): string[] {
  const isBanded = model.series.some(({ segments }) =>
    segments.flat().some((point) => point.low !== null),
  );
  if (!isBanded) return [];
  if (model.series.length > MOST_BANDS) return [`Bands are left out above ${MOST_BANDS} series`];
  return isCut(model) ? [`${bandNote(model)} (clipped at the chart edge)`] : [bandNote(model)];
}

/** One bad point may not flatten the rest, so that some intervals find no room. */
function isCut({ series, y }: SeriesModel): boolean {
  return series.some(({ segments }) =>
    segments
      .flat()
      .some(({ low, high }) => (high !== null && high > y.high) || (low !== null && low < y.low)),
  );
}

function axisNotes(model: SeriesModel, y: YKind, reference: Reference | null): string[] {
  const notes: string[] = [];
  if (isRelative(y)) {
    const isPicked = y === "baseline" && reference !== null;
    notes.push(`100 % is ${isPicked ? reference.name : "the first point in view"}`);
  }
  const undivided = model.series.filter(
    ({ segments, history }) => segments.length === 0 && history.value.length > 0,
  ).length;
  if (y === "baseline" && undivided > 0)
    notes.push(`${undivided} series without a result to divide by, or of another unit`);
  if (y === "log") notes.push("Logarithmic axis");
  else if (!model.startsAtZero && model.stops.length > 0)
    notes.push("The axis does not start at zero");
  return notes;
}

function markNotes(model: SeriesModel): string[] {
  const notes: string[] = [];
  if (model.bucket > 1)
    notes.push(`Up to ${model.bucket} commits per mark, extremes kept; zoom in for all`);
  if (model.gaps.length > 0) notes.push(gapNote(model.gaps));
  if (model.environment.length > 0) notes.push("◆ environment changed");
  if (model.series.some((series) => series.failures.length > 0)) notes.push("× failed, no result");
  return notes;
}

/** The longest pause, in words also where the plot has no room for them. */
function gapNote(gaps: SeriesModel["gaps"]): string {
  const [longest] = [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from));
  return gaps.length === 1
    ? `Gap: ${longest?.text}`
    : `${gaps.length} gaps, the longest: ${longest?.text}`;
}

/** Which results could not be asked for a percentile, or were not. */
function percentileNotes(model: SeriesModel): string[] {
  const withoutPercentile = new Map<number, number>();
  for (const { history } of model.series) {
    const { percent } = history;
    if (percent !== null && history.without_percentile > 0)
      withoutPercentile.set(
        percent,
        (withoutPercentile.get(percent) ?? 0) + history.without_percentile,
      );
  }
  const notes = [...withoutPercentile].map(
    ([percent, count]) =>
      `p${percent}: ${count} ${count === 1 ? "result has" : "results have"} neither a histogram nor enough samples`,
  );
  const stride = Math.max(1, ...model.series.map(({ history }) => history.stride));
  if (stride > 1) notes.push(`One of ${stride} results was read; zoom in for all`);
  return notes;
}

/** Where nothing but summaries was uploaded, the interval is the word of whoever measured. */
function bandNote(model: SeriesModel): string {
  const hasSamples = model.series.some(({ history }) => history.n.some((count) => count > 1));
  return hasSamples ? "Band: 95 % CI from the samples" : "Band: interval as uploaded, no samples";
}

export function seriesCsv(
  model: SeriesModel,
  commits: CommitColumns,
  names: ReadonlyMap<number, string>,
): (string | number | null)[][] {
  const heads = model.series.flatMap(({ id, history }) => {
    const name = `${names.get(id) ?? id} (${history.series.metric}, ${history.series.unit})`;
    return [name, `${name} low`, `${name} high`, `${name} samples`];
  });
  const rows = model.stops.map(({ at }) => {
    const time = commits.time[at];
    return [
      commits.name[at] ?? "",
      time === null || time === undefined ? null : new Date(time).toISOString(),
      ...model.series.flatMap((series) => cellsAt(series, at)),
    ];
  });
  return [["commit", "time", ...heads], ...rows];
}

function cellsAt(series: SeriesModel["series"][number], at: number): (number | null)[] {
  const index = pointAt(series, at)?.index;
  if (index === undefined) return [null, null, null, null];
  const { value, low, high, n } = series.history;
  return [value[index] ?? null, low[index] ?? null, high[index] ?? null, n[index] ?? null];
}
