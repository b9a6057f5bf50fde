import { describe, expect, it } from "vitest";
import type { SweepCurve } from "@/api/types";
import { cellText, coverageText, valuesOf } from "./coverage";

function aCurve(xs: number[], best: number[]): SweepCurve {
  const points = xs.map((x) => ({ x, n: 10 * x, in_best_set: best.includes(x) }));
  return { facet: {}, points, best_set: best } as unknown as SweepCurve;
}

describe("the coverage of a sweep", () => {
  const sweep = { curves: [aCurve([1, 2, 4], [2, 4]), aCurve([2, 1], [1])], failed: [8] };

  it("has a cell for every value of every curve", () => {
    expect(valuesOf(sweep)).toEqual([1, 2, 4, 8]);
    expect([1, 2, 4, 8].map((x) => cellText(sweep.curves[1] as SweepCurve, x, sweep))).toEqual([
      "10 *",
      "20",
      "missing",
      "failed",
    ]);
  });

  it("counts the cells, and the curves that are not decided", () => {
    expect(coverageText(sweep)).toBe("5 of 8 cells are measured, 1 curve is not decided");
    expect(coverageText({ curves: [aCurve([1, 2], [2])], failed: [] })).toBe(
      "2 of 2 cells are measured",
    );
  });
});
