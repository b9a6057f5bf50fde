/** Pure: what the server answers → lines to draw, one for each series or for each percentile of it. */

import type { History, SeriesHistory } from "@/api/types";

/** The percentile that changes are judged on. */
export const MEDIAN = 50;

/** Lines of percentiles have ids behind the point: 12.99 is the p99 of series 12. */
export function linesOf(history: History): History {
  if (history.series.every((one) => one.percent === null)) return history;
  return { ...history, series: history.series.map(lineOf) };
}

function lineOf(one: SeriesHistory): SeriesHistory {
  if (one.percent === null) return one;
  const { id, metric } = one.series;
  const series = {
    ...one.series,
    id: lineId(id, one.percent),
    metric: `p${one.percent} of ${metric}`,
  };
  return { ...one, series };
}

export function lineId(series: number, percent: number): number {
  return Number(`${series}.${String(percent).replace(".", "")}`);
}

/** The series that a line belongs to; lines of formulas, below 0, belong to none. */
export function seriesOf(line: number): number {
  return Math.trunc(line);
}
