// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { SweepCrossover, SweepCurve } from "@/api/types";
import { formMarks } from "./sweepForm";

function aCurve(
  form: Partial<SweepCurve["form"]>,
  claim: SweepCurve["claim"] = "interval",
): SweepCurve {
  return {
    facet: {},
    points: [],
    best_x: null,
    best_set: [],
    claim,
    sentence: "",
    remarks: [],
    form: { knee: null, plateau: null, cliffs: [], is_flat: false, more_rounds: null, ...form },
    rounds: null,
  };
}

const plateau = { low: 8, high: 32, behind: 0.015 };
const knee = { x: 8, low: 4, high: 12, pays: "more" as const };
const pair: SweepCrossover = {
  first: { engine: "a" },
  second: { engine: "b" },
  crossings: [{ low: 2, high: 4, at: 2.7 }],
  claimed: true,
  sentence: "",
};

describe("the form of a sweep", () => {
  it("is bracketed in rows of their own, each with what it means", () => {
    const cliffs = [{ low: 32, high: 64, ratio: 1.48 }];
    const marks = formMarks([aCurve({ plateau, knee, cliffs })], [], 0.02);
    expect(marks.map(({ kind, from, to, at, row }) => [kind, from, to, at, row])).toEqual([
      ["plateau", 8, 32, null, 0],
      ["knee", 4, 12, 8, 1],
      ["cliff", 32, 64, null, 2],
    ]);
    expect(marks.map((mark) => mark.label)).toEqual([
      "within 2.0\u202f%",
      "more stops paying",
      "jump of +48.0\u202f%",
    ]);
  });

  it("says that a jump goes down, and where a parameter begins to cost", () => {
    const cliffs = [{ low: 1, high: 2, ratio: 0.6 }];
    const marks = formMarks([aCurve({ knee: { ...knee, pays: "less" }, cliffs })], [], 0.02);
    expect(marks.map((mark) => mark.label)).toEqual(["costs from here on", "jump of −40.0\u202f%"]);
  });

  it("is marked as unclaimed where there are summaries only", () => {
    const [mark] = formMarks([aCurve({ plateau }, "summary only")], [], 0.02);
    expect(mark?.isClaimed).toBe(false);
  });

  it("gives way to crossings where several curves are shown", () => {
    const curves = [aCurve({ plateau }), aCurve({ knee })];
    const [mark, ...others] = formMarks(curves, [pair, { ...pair, crossings: [] }], 0.02);
    expect(mark).toMatchObject({ kind: "crossing", from: 2, to: 4, at: 2.7, isClaimed: true });
    expect(others).toEqual([]);
    expect(formMarks([], [pair], 0.02)).toEqual([]);
  });
});
