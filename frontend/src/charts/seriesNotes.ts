/** What a reader must know about a chart of series, and its numbers for a file. */

import type { CommitColumns } from "@/api/types";
import { MOST_BANDS, pointAt, type SeriesModel, type YKind } from "./seriesModel";

export function seriesNotes(model: SeriesModel, y: YKind): string[] {
  const notes: string[] = [];
  const isBanded = model.series.some(({ segments }) =>
    segments.flat().some((point) => point.low !== null),
  );
  if (isBanded && model.series.length <= MOST_BANDS) notes.push(bandNote(model));
  if (isBanded && model.series.length > MOST_BANDS)
    notes.push(`Bands are left out above ${MOST_BANDS} series`);
  if (y === "relative") notes.push("100 % is the first point in view");
  if (y === "log") notes.push("Logarithmic axis");
  else if (!model.startsAtZero && model.stops.length > 0)
    notes.push("The axis does not start at zero");
  if (model.bucket > 1)
    notes.push(`Up to ${model.bucket} commits per mark, extremes kept; zoom in for all`);
  if (model.environment.length > 0) notes.push("◆ environment changed");
  if (model.series.some((series) => series.failures.length > 0)) notes.push("× failed, no result");
  return notes;
}

/** Where nothing but summaries was uploaded, the interval is the word of whoever measured. */
function bandNote(model: SeriesModel): string {
  const hasSamples = model.series.some(({ history }) => history.n.some((count) => count > 1));
  return hasSamples
    ? "Band: 95 % interval from the samples"
    : "Band: interval as uploaded, without samples";
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
