/** Pure: a sweep as the server judged it → what its page says and draws. */

import type {
  GridDetail,
  OptimumHistory,
  RunRow,
  SweepBest,
  SweepCurve,
  SweepDetail,
  SweepGrid,
} from "@/api/types";
import { curveName } from "@/charts/sweep/sweepModel";
import { shortCommit } from "@/ui/words/commitName";
import { counted, listText } from "@/ui/words/countWords";
import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPercent,
  formatSetting,
  formatValue,
} from "@/units/format";
import { dayText } from "@/units/relativeTime";
import type { Spacing, SweepState } from "./sweepsUrl";

/** From this ratio of the largest to the smallest value on, the axis is logarithmic. */
const FAR = 20;

/** Values that span far stand on a logarithmic axis, unless asked otherwise or not all positive. */
export function acrossOf(sweep: SweepDetail, asked: SweepState["across"]): Spacing {
  const values = sweep.curves.flatMap((curve) => curve.points.map((point) => point.x));
  const all = [...values, ...sweep.failed];
  if (asked === "even") return "even";
  const least = Math.min(...all);
  if (all.length === 0 || least <= 0) return "linear";
  return asked ?? (Math.max(...all) / least > FAR ? "log" : "linear");
}

/** The one curve that was asked for where there is one of that name, else all. */
export function curvesShown(sweep: Pick<SweepDetail, "curves">, name: string | null): SweepCurve[] {
  const only = sweep.curves.filter((curve) => curveName(curve) === name);
  return only.length > 0 ? only : sweep.curves;
}

/** What the server concluded of the only curve, or of the only two that were compared. */
export function sweepAnswer(sweep: SweepDetail, shown: readonly SweepCurve[]): string {
  const [only] = shown;
  if (only === undefined) return `${sweep.benchmark} was not measured over ${sweep.axis} here.`;
  if (shown.length === 1) return only.sentence;
  const pair = onlyPair(sweep, shown);
  if (pair !== undefined) return pair.sentence;
  const best = bestsText(shown);
  return `${sweep.metric} of ${sweep.benchmark} over ${sweep.axis}, best in ${counted(shown.length, "curve")}: ${best}.`;
}

/** Groups of curves with the same best values that a line names. */
const MOST_GROUPS = 3;

/** "8 in 3, 8 (tied: 4) in 1, all 5 tied in 1", the most common first. */
function bestsText(curves: readonly SweepCurve[]): string {
  const counts = new Map<string, number>();
  for (const curve of curves) {
    const text = curveBest(curve);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const groups = [...counts].sort(([, one], [, other]) => other - one);
  const named = groups.slice(0, MOST_GROUPS).map(([text, count]) => `${text} in ${count}`);
  const left = groups.slice(MOST_GROUPS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(left === 0 ? [] : [`others in ${left}`])].join(", ");
}

function curveBest({ best_x, best_set, points, claim }: SweepCurve): string {
  if (best_x === null) return "not judged";
  return setText({ best_x, best_set, values: points.length, claimed: claim === "interval" });
}

/** How two curves stand to each other, where there are no more. */
function onlyPair({ crossovers }: SweepDetail, shown: readonly SweepCurve[]) {
  return shown.length === 2 ? crossovers[0] : undefined;
}

/** What the curve says besides; of many curves how they stand to each other. */
export function remarksOf(sweep: SweepDetail, shown: readonly SweepCurve[]): string[] {
  const [only] = shown;
  if (shown.length === 1 && only !== undefined) return only.remarks;
  return onlyPair(sweep, shown) === undefined ? sweep.crossovers.map((pair) => pair.sentence) : [];
}

/** "c0ffee12 of 2026-11-20", "c0ffee12 of 2026-11-20, run 12, machine not fit" */
export function runLabel(run: RunRow, isUnfit: boolean, isAlone = false): string {
  const alone = isAlone || isUnfit ? `, run ${run.id}` : "";
  const unfit = isUnfit ? ", machine not fit" : "";
  return `${shortCommit(run.commit.name)} of ${dayText(new Date(run.started_at))}${alone}${unfit}`;
}

type Answered = Pick<SweepDetail, "run" | "answer_runs">;

/** Whether a run of the commit shown has no part in the answer shown. */
export function isApart({ run, answer_runs }: Answered, { id, commit }: RunRow): boolean {
  return commit.name === run.commit.name && !answer_runs.includes(id);
}

/** One run of each commit, as all that count there answer together; those that do not, each. */
export function runsByCommit(sweep: Answered & Pick<SweepDetail, "runs" | "unfit_runs">): RunRow[] {
  const { run, runs, unfit_runs } = sweep;
  const rest = runs.filter(({ id }) => id !== run.id);
  const seen = new Set<string>();
  const kept = [run, ...rest].filter((one) => {
    if (unfit_runs.includes(one.id)) return true;
    const answer = `${one.commit.name} ${isApart(sweep, one)}`;
    if (seen.has(answer)) return false;
    seen.add(answer);
    return true;
  });
  return kept.sort((one, other) => other.started_at.localeCompare(one.started_at));
}

/** Runs that are newer than all that answer, and were not left out for their machine. */
export function newerRuns({
  runs,
  answer_runs,
  unfit_runs,
}: Pick<SweepDetail, "runs" | "answer_runs" | "unfit_runs">): number {
  const newest = runs.findIndex(({ id }) => answer_runs.includes(id));
  return runs.slice(0, Math.max(newest, 0)).filter(({ id }) => !unfit_runs.includes(id)).length;
}

/** Values whose variant failed, for a line under the chart; null where none did. */
export function failedText({ failed, axis }: Pick<SweepDetail, "failed" | "axis">): string | null {
  if (failed.length === 0) return null;
  const values = failed.map(formatSetting).join(", ");
  return `Failed at ${axis} = ${values}: no result is drawn there.`;
}

export interface OpenPoint {
  /** Curve, empty where there is one only. */
  name: string;
  series: number;
  value: string;
  interval: string;
  /** "best", "3.1 % from the best, …". */
  standing: string;
}

/** Facts of every shown curve at one value of the axis. */
export function pointsAt(
  sweep: SweepDetail,
  shown: readonly SweepCurve[],
  at: number,
): OpenPoint[] {
  return shown.flatMap((curve) =>
    curve.points
      .filter((point) => point.x === at)
      .map((point) => ({
        name: curveName(curve),
        series: point.series_id,
        value: formatValue(point.value, sweep.unit),
        interval: intervalText(point, sweep.unit),
        standing: [standingText(point, curve), defaultText(point, sweep.default)]
          .filter((text) => text !== "")
          .join("; "),
      })),
  );
}

type SweepPoint = SweepCurve["points"][number];

function intervalText({ value, low, high, n }: SweepPoint, unit: string): string {
  const samples = `${formatCount(n)} ${n === 1 ? "sample" : "samples"}`;
  if (low === null || high === null) return `no interval, ${samples}`;
  return `${formatInterval(low, high, unit, value)}, ${samples}`;
}

function standingText(point: SweepPoint, curve: SweepCurve): string {
  if (point.x === curve.best_x) return "the best";
  if (point.excess === null) return "";
  const most = point.behind === null ? "" : `, at most ${formatPercent(point.behind)}`;
  const distance = `${formatPercent(point.excess)} from the best${most}`;
  return point.in_best_set ? `${distance}; not distinguishable from it` : distance;
}

/** "0.81 × the default, 500 [0.78, 0.84]"; nothing where the suite names none. */
function defaultText({ versus_default: ratio }: SweepPoint, preset: number | null): string {
  if (ratio === null || preset === null) return "";
  const said = `${formatNumber(ratio.ratio)}\u202f× the default, ${formatSetting(preset)}`;
  if (ratio.low === null || ratio.high === null) return `${said}, no interval`;
  return `${said} [${formatNumber(ratio.low)}, ${formatNumber(ratio.high)}]`;
}

/** What the server concluded of the only grid, or that there are several. */
export function gridAnswer({ grids, metric, benchmark, axis, second }: GridDetail): string {
  const [only] = grids;
  if (grids.length === 1 && only !== undefined) return only.sentence;
  const several = `${formatCount(grids.length)} grids, judged one by one below`;
  return `${metric} of ${benchmark} over ${axis} and ${second}: ${several}.`;
}

/** Cells without a result, for a line under the map; null where there are none. */
export function gridGaps(
  { failed, missing }: SweepGrid,
  { axis, second }: Pick<GridDetail, "axis" | "second">,
): string | null {
  const name = ([x, y]: readonly number[]) => `${axis} ${x} with ${second} ${y}`;
  const parts = [
    failed.length === 0 ? "" : `Failed: ${failed.map(name).join("; ")}.`,
    missing.length === 0 ? "" : `Not measured: ${missing.map(name).join("; ")}.`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

/** Most moves that are linked; the table of the chart has all. */
const MOST_MOVES = 3;

/** The runs around each move of the optimum, the newest moves. */
export function movesOf({ points }: OptimumHistory): { before: RunRow; after: RunRow }[] {
  const moves = points.flatMap((point, place) => {
    const before = points[place - 1];
    return point.moved && before !== undefined ? [{ before: before.run, after: point.run }] : [];
  });
  return moves.slice(-MOST_MOVES);
}

/** The one value that is opened on the first curve that has it. */
export function selectionOf(shown: readonly SweepCurve[], at: number | null) {
  const curve = shown.findIndex((one) => one.points.some((point) => point.x === at));
  return at === null || curve < 0 ? null : { curve, x: at };
}

/** Lines of a row, for which its room is kept while they are on their way. */
const MOST_LINES = 2;

type Optimum = SweepBest["curves"][number];
type BestSet = Pick<Optimum, "best_x" | "best_set" | "values" | "claimed">;

/** "engine=smol: 8 (tied: 12), time 202 ms" for each curve that was judged; how many more there are. */
export function bestTexts({ curves, of, metric, unit }: SweepBest): string[] {
  if (curves.length === 0) return ["not judged"];
  const differing = differingNames(curves);
  const texts = curves.map((curve) => {
    const names = differing.map((name) => `${name}=${curve.facet[name]}`).join(" ");
    const at = `${metric} ${formatValue(curve.value, unit)}`;
    return `${names === "" ? "" : `${names}: `}${setText(curve)}, ${at}`;
  });
  const shown = of > MOST_LINES ? texts.slice(0, 1) : texts;
  const left = of - shown.length;
  return left > 0 ? [...shown, counted(left, "more curve")] : shown;
}

/** Values that are named beside the best. */
const MOST_TIED = 8;

/** "8", "8 (tied: 4)", "all 5 tied", "8 (no significance test)" */
function setText({ best_x, best_set, values, claimed }: BestSet): string {
  const best = formatSetting(best_x);
  if (!claimed) return `${best} (no significance test)`;
  if (best_set.length === values) return `all ${formatCount(values)} tied`;
  const others = best_set.filter((x) => x !== best_x).map(formatSetting);
  if (others.length === 0) return best;
  return `${best} (tied: ${others.length > MOST_TIED ? `${others.length} others` : listText(others)})`;
}

/** Parameters in which the curves differ: the others say nothing. */
function differingNames(curves: readonly Optimum[]): string[] {
  const names = [...new Set(curves.flatMap(({ facet }) => Object.keys(facet)))];
  return names.filter((name) => new Set(curves.map(({ facet }) => facet[name])).size > 1);
}
