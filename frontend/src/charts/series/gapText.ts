/** Pure: where in a plot the words of a gap stand, so that no line runs through them. */

import type { Gap } from "./gaps";
import type { DrawnSeries } from "./seriesModel";

interface Rows {
  top: number;
  bottom: number;
}

/** A line of text, and the room below its letters. */
const ROW_PX = 16;
const BELOW_PX = 6;

type Drawn = Pick<DrawnSeries, "segments" | "changes">;

/** The values of what is drawn across a gap, or ends there. */
export function levelsAt(gap: Gap, { series }: { series: readonly Drawn[] }): number[] {
  return series.flatMap(({ segments, changes }) => {
    const ends = segments.flat().filter(({ x }) => x === gap.from || x === gap.to);
    const levels = changes.flatMap(({ x, before, after }) => [
      ...(before !== null && before.from < gap.to && x > gap.from ? [before] : []),
      ...(x < gap.to && after.to > gap.from ? [after] : []),
    ]);
    return [...ends, ...levels].map(({ y }) => y);
  });
}

/** The foot of the lowest line of text that nothing is drawn through; the lowest of all if there is none. */
export function freeRow({ top, bottom }: Rows, drawn: readonly number[]): number {
  const lowest = bottom - BELOW_PX - 2;
  const rows = [lowest, lowest - ROW_PX, (top + bottom) / 2, top + ROW_PX];
  const isFree = (foot: number) => drawn.every((y) => y < foot - ROW_PX || y > foot + BELOW_PX);
  return rows.find(isFree) ?? lowest;
}
