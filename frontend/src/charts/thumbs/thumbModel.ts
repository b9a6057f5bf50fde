/** Pure: what a list knows of a sweep or a ladder → the points and bars of its small picture. */

import type { LadderListing, SweepBest } from "@/api/types";
import { goodness } from "@/charts/ladder/ladderBars";
import { counted } from "@/ui/words/countWords";
import { formatNumber, formatSetting } from "@/units/format";

export const WIDTH = 160;
export const HEIGHT = 44;
/** From this ratio of the largest to the smallest value on, places are logarithmic. */
const FAR = 20;

type Optimum = SweepBest["curves"][number];

export interface ThumbPoint {
  x: number;
  value: number;
  /** How far the interval reaches below and above. */
  reach: [number, number] | null;
  isBest: boolean;
}

/** The points of a curve by the place of their value. */
export function thumbPoints({ points, best_set }: Optimum): ThumbPoint[] {
  const least = Math.min(...points.map(({ x }) => x));
  const most = Math.max(...points.map(({ x }) => x));
  const isLog = least > 0 && most / least > FAR;
  return points.map(({ x, value, low, high }) => ({
    x: isLog ? Math.log(x) : x,
    value,
    reach: low === null || high === null ? null : [value - low, high - value],
    isBest: best_set.includes(x),
  }));
}

/** "time over threads: best at 8 and 12 of 5 values" */
export function curveText({ metric, axis, curves, of }: SweepBest): string {
  const [first] = curves;
  if (first === undefined) return `${metric} over ${axis}`;
  const best = first.best_set.map(formatSetting).join(", ");
  const more = of > 1 ? ` (first of ${counted(of, "curve")})` : "";
  return `${metric} over ${axis}: best at ${best} of ${counted(first.values, "value")}${more}`;
}

export interface ThumbBar {
  id: number;
  /** Times the baseline, above 1 is better. */
  times: number;
  tone: "baseline" | "best" | "kept" | "other";
}

type Drawn = LadderListing["drawn"][number];

/** Bars of the baseline and every rung with a result; controls would dwarf them. */
export function thumbBars({ drawn, direction }: LadderListing): ThumbBar[] {
  return drawn
    .map((rung) => ({ id: rung.id, times: timesOf(rung, direction), tone: toneOf(rung) }))
    .filter((bar): bar is ThumbBar => bar.times !== null);
}

function timesOf({ role, versus_baseline }: Drawn, direction: LadderListing["direction"]) {
  if (role === "baseline") return 1;
  return role === "control" ? null : (goodness(versus_baseline, direction)?.ratio ?? null);
}

function toneOf({ role, stands, is_best }: Drawn): ThumbBar["tone"] {
  if (is_best) return "best";
  if (role === "baseline") return "baseline";
  return stands ? "kept" : "other";
}

/** "4 rungs, the best nb: 1.15× the baseline" */
export function rungsText(ladder: LadderListing): string {
  const best = thumbBars(ladder).find(({ tone }) => tone === "best");
  const rungs = counted(ladder.rungs, "rung");
  if (best === undefined || ladder.best === "") return `${rungs}, none better than the baseline`;
  return `${rungs}, the best ${ladder.best}: ${formatNumber(best.times)}× the baseline`;
}
