/** Pure: the newest readings of a machine → a small picture of them. */

import type { GlancedReading } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";
import { absoluteTime } from "@/units/relativeTime";
import { LOUD } from "./readingsModel";

export const HEIGHT = 72;
/** Below the scores: one cell for each run, high where the run was not fit. */
export const STRIP = 12;
export const PAD = 4;

interface HistoryMark {
  run: number;
  title: string;
  x: number;
  /** Null where the run has no noise score. */
  y: number | null;
  isUnfit: boolean;
  /** Its cell in the strip. */
  from: number;
  wide: number;
}

interface Glance {
  /** Empty where no run has a noise score. */
  line: string;
  marks: HistoryMark[];
  /** Height of the limit, from which down a run is not fit. */
  limit: number;
}

/** The score goes from 0 to 100 in every picture, so that machines compare. */
export function glance(history: readonly GlancedReading[], width: number): Glance {
  const cell = width / history.length;
  const marks = history.map((reading, index) => ({
    run: reading.run,
    title: titleOf(reading),
    x: rounded((index + 0.5) * cell),
    y: reading.score === null ? null : heightOf(reading.score),
    isUnfit: reading.is_unfit,
    from: rounded(index * cell + 0.5),
    wide: rounded(Math.max(1, cell - 1)),
  }));
  return { line: pathOf(marks), marks, limit: heightOf(LOUD) };
}

/** "Noise score, 0 to 100, of 40 runs; 3 not fit". A run that says nothing of noise is not called fit. */
export function historyText(history: readonly GlancedReading[]): string {
  const unfit = history.filter(({ is_unfit }) => is_unfit).length;
  const runs = counted(history.length, "run");
  const isScored = history.some(({ score }) => score !== null);
  const what = isScored ? `Noise score, 0 to 100, of ${runs}` : runs;
  return `${what}; ${unfit === 0 ? "none unfit" : `${formatCount(unfit)} not fit`}`;
}

function titleOf({ run, measured_at, score, is_unfit }: GlancedReading): string {
  const said = score === null ? "no noise score" : `noise score ${Math.round(score)} of 100`;
  const when = absoluteTime(new Date(measured_at));
  return `${when}, run ${run}: ${said}${is_unfit ? ", not fit" : ""}`;
}

function heightOf(score: number): number {
  return rounded(PAD + (1 - score / 100) * (HEIGHT - STRIP - 2 * PAD));
}

/** The line breaks where a run has no score. */
function pathOf(marks: readonly HistoryMark[]): string {
  return marks
    .map(({ x, y }, index) => {
      if (y === null) return "";
      const before = marks[index - 1]?.y ?? null;
      return `${before === null ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
