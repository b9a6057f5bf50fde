import { describe, expect, it } from "vitest";
import type { LadderListing, SweepBest } from "@/api/types";
import { curveText, rungsText, thumbBars, thumbPoints } from "./thumbModel";

const CURVE: SweepBest["curves"][number] = {
  facet: {},
  best_x: 8,
  best_set: [8, 500],
  values: 3,
  value: 0.2,
  claimed: true,
  points: [
    { x: 1, value: 0.4, low: 0.3, high: 0.6 },
    { x: 8, value: 0.2, low: null, high: null },
    { x: 500, value: 0.21, low: 0.2, high: 0.22 },
  ],
};
const BEST: SweepBest = {
  benchmark_id: 3,
  axis: "threads",
  metric: "wall_time",
  unit: "s",
  curves: [CURVE],
  of: 2,
  run_id: 1,
  runs: 1,
  is_fit: true,
  measured_at: null,
};
const LADDER: LadderListing = {
  id: 4,
  name: "Async bridge",
  metric: "wall_time",
  unit: "s",
  direction: "lower",
  headline: "",
  suite: "bridge",
  benchmark: "ladder",
  rungs: 2,
  kept: 1,
  best: "nb",
  stacked: null,
  is_published: false,
  updated_at: "2026-01-08T12:30:00Z",
  drawn: [],
};
const RUNG: LadderListing["drawn"][number] = {
  id: 1,
  role: "rung",
  label: "nb",
  verdict: "kept",
  stands: true,
  is_best: true,
  versus_baseline: { ratio: 0.5, low: null, high: null },
};

describe("the small picture of a sweep", () => {
  it("spaces far values by their logarithm and fills the best set", () => {
    const points = thumbPoints(CURVE);
    expect(points.map(({ x }) => x)).toEqual([0, Math.log(8), Math.log(500)]);
    expect(points.map(({ isBest }) => isBest)).toEqual([false, true, true]);
    expect(points[1]?.reach).toBeNull();
    expect(points[0]?.reach?.[1]).toBeCloseTo(0.2);
  });

  it("says what it shows", () => {
    expect(curveText(BEST)).toBe(
      "wall_time over threads: best at 8, 500 of 3 values (first of 2 curves)",
    );
  });
});

describe("the small picture of a ladder", () => {
  it("turns every bar so that more is better, without controls", () => {
    const drawn = [
      { ...RUNG, id: 9, role: "baseline", is_best: false, versus_baseline: null } as const,
      RUNG,
      { ...RUNG, id: 2, stands: false, is_best: false, versus_baseline: null } as const,
      { ...RUNG, id: 3, role: "control", is_best: false } as const,
    ];
    expect(thumbBars({ ...LADDER, drawn })).toEqual([
      { id: 9, times: 1, tone: "baseline" },
      { id: 1, times: 2, tone: "best" },
    ]);
    expect(rungsText({ ...LADDER, drawn })).toBe("2 rungs, the best nb: 2× the baseline");
    expect(rungsText({ ...LADDER, best: "" })).toBe("2 rungs, none better than the baseline");
  });
});
