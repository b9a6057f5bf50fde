/** Pure: the curves of a sweep → which of its cells are measured. */

import type { SweepCurve, SweepDetail } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";

type Covered = Pick<SweepDetail, "curves" | "failed">;

/** All values of the axis, ascending. */
export function valuesOf({ curves, failed }: Covered): number[] {
  const measured = curves.flatMap(({ points }) => points.map(({ x }) => x));
  return [...new Set([...measured, ...failed])].sort((first, second) => first - second);
}

/** "12 *": how many measurements a cell has, and whether it may be best. */
export function cellText(curve: SweepCurve, x: number, { failed }: Covered): string {
  const point = curve.points.find((one) => one.x === x);
  if (point === undefined) return failed.includes(x) ? "failed" : "missing";
  return `${formatCount(point.n)}${point.in_best_set ? " *" : ""}`;
}

/** "14 of 16 cells are measured, 2 curves are not decided" */
export function coverageText(sweep: Covered): string {
  const cells = valuesOf(sweep).length * sweep.curves.length;
  const measured = sweep.curves.reduce((sum, { points }) => sum + points.length, 0);
  const open = sweep.curves.filter((curve) => curve.best_set.length > 1).length;
  const undecided = open === 0 ? "" : `, ${counted(open, "curve is", "curves are")} not decided`;
  return `${formatCount(measured)} of ${formatCount(cells)} cells are measured${undecided}`;
}
