/** Pure: where nothing was measured for much longer than usual. */

import { spanText } from "@/units/spans";

/** A stretch of the x-axis without results, and how to say so. */
export interface Gap {
  from: number;
  to: number;
  /** "16 months without results" */
  text: string;
}

interface Stop {
  x: number;
  time: number;
}

const DAY_MS = 86_400_000;
/** A pause is long where it takes so many usual ones, and at least so many days. */
const TIMES_USUAL = 8;
const LEAST_DAYS = 45;
/** Fewer pauses than these say nothing about what is usual. */
const FEWEST = 3;

/** The longest usual pause between results of one series, in milliseconds; infinite where it is unknown. */
export function longestUsual(times: readonly number[]): number {
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  if (pauses.length < FEWEST) return Number.POSITIVE_INFINITY;
  const sorted = [...pauses].sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return Math.max(TIMES_USUAL * median, LEAST_DAYS * DAY_MS);
}

/** Pauses between neighbouring stops that are longer than usual for every series drawn. */
export function gapsOf(stops: readonly Stop[], usual: number): Gap[] {
  return stops.slice(1).flatMap(({ x, time }, index) => {
    const before = stops[index];
    if (before === undefined || time - before.time <= usual) return [];
    return [
      { from: before.x, to: x, text: `${spanText((time - before.time) / DAY_MS)} without results` },
    ];
  });
}

interface Rows {
  top: number;
  bottom: number;
}

/** A line of text, and the room below its letters. */
const ROW_PX = 16;
const BELOW_PX = 6;

interface Drawn {
  segments: readonly (readonly { x: number; y: number }[])[];
  changes: readonly {
    x: number;
    before: { from: number; y: number } | null;
    after: { to: number; y: number };
  }[];
}

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
