/** Pure: how series stand to references and budgets → lines in their chart. */

import type { HeldBounds, SeriesLabel } from "@/api/types";
import { extent } from "@/charts/frame/valueAxis";

/** A level that holds for all commits. */
export interface BoundLine {
  series: number;
  value: number;
  text: string;
}

/** Of more series than this nobody would know which line is whose. */
const MOST_SERIES = 2;

export function boundLines(
  held: HeldBounds | undefined,
  shown: readonly SeriesLabel[],
): BoundLine[] {
  if (held === undefined || shown.length > MOST_SERIES) return [];
  const ids = new Set(shown.map(({ id }) => id));
  const references = held.references
    .filter(({ series, value }) => ids.has(series.id) && value !== null)
    .map(({ series, value, reference }) => ({
      series: series.id,
      value: value ?? 0,
      text: reference,
    }));
  const budgets = held.budgets
    .filter(({ series }) => ids.has(series.id))
    .flatMap(({ series, limits, budget }) =>
      limits.map((value) => ({ series: series.id, value, text: `budget: ${budget}` })),
    );
  return [...references, ...budgets];
}

/** How far beyond the values a bound may lie, in their own height and size, to be drawn. */
const NEAR = 0.5;

interface Drawn {
  bounds?: readonly BoundLine[] | undefined;
  hidden: ReadonlySet<number>;
  y: string;
}

/** Those of the shown series that lie near its values: a far one would flatten them. */
export function nearBounds(
  { bounds = [], hidden, y }: Drawn,
  points: readonly { y: number }[],
): BoundLine[] {
  const [low, high] = extent(points.map((point) => point.y));
  const room = Math.max(high - low, NEAR * Math.abs(high));
  return bounds.filter(
    ({ series, value }) =>
      !hidden.has(series) &&
      value >= low - room &&
      value <= high + room &&
      !(y === "log" && value <= 0),
  );
}
