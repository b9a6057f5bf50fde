/** What counts as 100 % on a relative axis, at every commit of a series. */

import type { SeriesHistory } from "@/api/types";

/** One value per series (by id), or the values of a series, commit by commit. */
export type Reference =
  | { kind: "values"; values: ReadonlyMap<number, number>; name: string }
  | { kind: "series"; series: SeriesHistory; name: string };

/** What a value at this commit is multiplied by; null where there is nothing to divide by. */
export type Factor = (at: number) => number | null;

const PERCENT = 100;
export const PLAIN: Factor = () => 1;

/** Per cent of the first value in view. */
export function fromFirst(history: SeriesHistory): Factor {
  const first = history.value.find((value) => value !== null && value !== 0) ?? 1;
  return () => PERCENT / first;
}

/** Per cent of a reference; of another unit there is no per cent. */
export function fromReference(history: SeriesHistory, reference: Reference): Factor {
  if (reference.kind === "values") {
    const value = reference.values.get(history.series.id);
    return () => (value === undefined || value === 0 ? null : PERCENT / value);
  }
  if (reference.series.series.unit !== history.series.unit) return () => null;
  const values = lastValues(reference.series);
  return (at) => {
    const value = values(at);
    return value === null || value === 0 ? null : PERCENT / value;
  };
}

/** The value of a series at a commit: where it has none, that of the commit before. */
function lastValues(series: SeriesHistory): (at: number) => number | null {
  return (at) => {
    let [low, high] = [0, series.at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((series.at[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0; index -= 1) {
      const value = series.value[index];
      if (value !== null && value !== undefined) return value;
    }
    return null;
  };
}
