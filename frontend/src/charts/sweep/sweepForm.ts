/** Pure: what a sweep's chart brackets above its curves: plateau, knee, cliffs, crossings. */

import type { SweepCrossover, SweepCurve } from "@/api/types";
import { formatPercent } from "@/units/format";

export interface FormMark {
  kind: "plateau" | "knee" | "cliff" | "crossing";
  /** Range of the axis, and the one value meant within it where there is one. */
  from: number;
  to: number;
  at: number | null;
  label: string;
  /** Dashed where nothing is claimed. */
  isClaimed: boolean;
  /** Counted from the top; marks of a row never overlap. */
  row: number;
}

/** The form of the only curve; of several curves where they cross. */
export function formMarks(
  curves: readonly SweepCurve[],
  crossovers: readonly SweepCrossover[],
  margin: number,
): FormMark[] {
  const [only] = curves;
  if (only === undefined) return [];
  return curves.length === 1 ? curveMarks(only, margin) : crossingMarks(crossovers);
}

type Bare = Omit<FormMark, "row" | "isClaimed">;

function curveMarks({ form, claim }: SweepCurve, margin: number): FormMark[] {
  const { plateau, knee, cliffs } = form;
  const rows: Bare[][] = [];
  if (plateau !== null) {
    const label = `within ${formatPercent(margin)}`;
    rows.push([{ kind: "plateau", from: plateau.low, to: plateau.high, at: null, label }]);
  }
  if (knee !== null) {
    const label = knee.pays === "more" ? "more stops paying" : "costs from here on";
    rows.push([{ kind: "knee", from: knee.low, to: knee.high, at: knee.x, label }]);
  }
  const jumps = cliffs.map(
    ({ low, high, ratio }): Bare => ({
      kind: "cliff",
      from: low,
      to: high,
      at: null,
      label: `jump of ${ratio < 1 ? "" : "+"}${formatPercent(ratio - 1)}`,
    }),
  );
  rows.push(...jumps.slice(0, 2).map((jump) => [jump]));
  return inRows(rows, claim === "interval");
}

function crossingMarks(crossovers: readonly SweepCrossover[]): FormMark[] {
  return crossovers
    .filter((pair) => pair.crossings.length > 0)
    .slice(0, 2)
    .flatMap((pair, row) =>
      pair.crossings.map(({ low, high, at }) => ({
        kind: "crossing" as const,
        from: low,
        to: high,
        at,
        label: "order turns",
        isClaimed: pair.claimed,
        row,
      })),
    );
}

function inRows(rows: readonly Bare[][], isClaimed: boolean): FormMark[] {
  return rows.flatMap((marks, row) => marks.map((mark) => ({ ...mark, isClaimed, row })));
}
