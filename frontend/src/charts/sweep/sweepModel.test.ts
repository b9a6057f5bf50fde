import { describe, expect, it } from "vitest";
import type { SweepCurve } from "@/api/types";
import { buildSweep, curveName, withAnchors } from "./sweepModel";

function aCurve(values: Record<number, number>, part: Partial<SweepCurve> = {}): SweepCurve {
  const points = Object.entries(values).map(([x, value]) => ({
    x: Number(x),
    series_id: Number(x),
    value,
    low: value * 0.9,
    high: value * 1.1,
    n: 10,
    in_best_set: false,
    excess: null,
    behind: null,
    is_equal: false,
    versus_default: null,
  }));
  return {
    facet: { engine: "smol" },
    points,
    best_x: null,
    best_set: [],
    claim: "interval",
    sentence: "",
    remarks: [],
    form: { knee: null, plateau: null, cliffs: [], is_flat: false, more_rounds: null },
    rounds: null,
    ...part,
  };
}

const base = { marks: [], failed: [], x: "linear", y: "linear" } as const;

describe("a sweep", () => {
  it("shades neighbours of the best set as one range, others apart", () => {
    const curve = aCurve({ 1: 5, 2: 3, 4: 3, 8: 4, 16: 3 }, { best_set: [2, 4, 16] });
    expect(buildSweep({ ...base, curves: [curve] }).shaded).toEqual([
      { from: 2, to: 4 },
      { from: 16, to: 16 },
    ]);
  });

  it("shades nothing for several curves: their ranges would cover each other", () => {
    const curve = aCurve({ 1: 5, 2: 3 }, { best_set: [2] });
    expect(buildSweep({ ...base, curves: [curve, curve] }).shaded).toEqual([]);
  });

  it("takes a logarithmic axis only where every value allows it", () => {
    const log = { ...base, x: "log" } as const;
    expect(buildSweep({ ...log, curves: [aCurve({ 1: 1, 64: 2 })] }).x.isLog).toBe(true);
    expect(buildSweep({ ...log, curves: [aCurve({ 0: 1, 64: 2 })] }).x.isLog).toBeUndefined();
  });

  it("leaves marks outside the measured values away", () => {
    const marks = [
      { x: 2, label: "cores = 2" },
      { x: 512, label: "default" },
    ];
    const model = buildSweep({ ...base, curves: [aCurve({ 1: 1, 4: 2 })], marks });
    expect(model.marks.map((mark) => mark.label)).toEqual(["cores = 2"]);
  });

  it("keeps room for values that failed", () => {
    const model = buildSweep({ ...base, curves: [aCurve({ 1: 1, 4: 2 })], failed: [8] });
    expect(model.failed).toEqual([8]);
    expect(model.x.high).toBeGreaterThan(8);
  });

  it("leaves room above the points for the brackets of its form", () => {
    const plain = aCurve({ 1: 5, 2: 3, 4: 3 });
    const form = { ...plain.form, plateau: { low: 2, high: 4, behind: 0.01 } };
    for (const y of ["linear", "log"] as const) {
      const without = buildSweep({ ...base, y, curves: [plain] }).y;
      const room = buildSweep({ ...base, y, curves: [{ ...plain, form }], margin: 0.02 }).y;
      expect(room.high).toBeGreaterThan(without.high);
      expect(room.low).toBe(without.low);
    }
  });

  it("knows when an interval ends beyond the chart", () => {
    const curve = aCurve({ 1: 5, 2: 4 });
    const wide = curve.points.map((point) => ({ ...point, low: 0.1, high: 900 }));
    expect(buildSweep({ ...base, curves: [curve] }).isCut).toBe(false);
    expect(buildSweep({ ...base, curves: [{ ...curve, points: wide }] }).isCut).toBe(true);
  });

  it("names a curve by its other parameters", () => {
    expect(curveName({ facet: { engine: "smol", data: "med" } })).toBe("engine=smol data=med");
  });
});

describe("labels of marks", () => {
  const anchors = (...places: number[]) =>
    withAnchors(
      places.map((x) => ({ x, label: "cores = 10" })),
      (x) => x,
    ).map((mark) => mark.anchor);

  it("stand over their line, aside where two would meet, and not at all between two others", () => {
    expect(anchors(0, 200)).toEqual(["middle", "middle"]);
    expect(anchors(50, 0)).toEqual(["end", "start"]);
    expect(anchors(0, 30, 60)).toEqual(["end", null, "start"]);
  });
});
