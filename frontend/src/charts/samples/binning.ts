/** Pure: values of a few sides → bins that all sides share, and what share of each side they hold. */

import { extent } from "@/charts/frame/valueAxis";

export interface BinnedSide {
  name: string;
  values: readonly number[];
  /** How often each value was recorded; once where absent. */
  counts?: readonly number[];
}

export interface Bins {
  /** One more than there are bins, ascending. */
  edges: number[];
  isLog: boolean;
  /** By side: the share of its values in each bin. */
  shares: number[][];
}

const FEWEST = 6;
const MOST = 48;
/** From this ratio of the largest to the smallest value on, bins are equally wide as ratios. */
const WIDE = 30;

export function binsOf(sides: readonly BinnedSide[]): Bins {
  const [low, high] = extent(sides.flatMap(({ values }) => [...values]));
  if (!(low <= high)) return { edges: [], isLog: false, shares: sides.map(() => []) };
  const isLog = low > 0 && high / low > WIDE;
  const [first, last] = isLog ? [Math.log(low), Math.log(high)] : [low, high];
  const span = last - first || Math.abs(last) * 0.01 || 1;
  const count = binCount(sides, isLog, span);
  const start = last > first ? first : first - span / 2;
  const edges = Array.from({ length: count + 1 }, (_, index) => {
    const edge = start + (span * index) / count;
    return isLog ? Math.exp(edge) : edge;
  });
  const placeOf = (value: number) =>
    Math.min(count - 1, Math.floor((((isLog ? Math.log(value) : value) - start) / span) * count));
  return { edges, isLog, shares: sides.map((side) => sharesOf(side, count, placeOf)) };
}

function sharesOf(
  { values, counts }: BinnedSide,
  bins: number,
  placeOf: (value: number) => number,
): number[] {
  const found = new Array<number>(bins).fill(0);
  let total = 0;
  values.forEach((value, index) => {
    const times = counts?.[index] ?? 1;
    found[placeOf(value)] = (found[placeOf(value)] ?? 0) + times;
    total += times;
  });
  return found.map((times) => times / (total || 1));
}

/** Freedman and Diaconis by the side with the smallest middle half, within limits. */
function binCount(sides: readonly BinnedSide[], isLog: boolean, span: number): number {
  const widths = sides
    .filter(({ values }) => values.length > 1)
    .map(({ values }) => {
      const ascending = values.map((value) => (isLog ? Math.log(value) : value));
      ascending.sort((a, b) => a - b);
      const at = (part: number) => ascending[Math.floor(part * (ascending.length - 1))] as number;
      return (2 * (at(0.75) - at(0.25))) / Math.cbrt(ascending.length);
    })
    .filter((width) => width > 0);
  const wanted = widths.length === 0 ? FEWEST : Math.ceil(span / Math.min(...widths));
  return Math.max(FEWEST, Math.min(MOST, wanted));
}
