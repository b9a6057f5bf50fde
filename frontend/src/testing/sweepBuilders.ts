/** Sweeps for tests. */

import type { SweepCurve, SweepDetail } from "@/api/types";
import { aRun } from "@/testing/builders";

/** A curve of values by value of the axis; intervals are ±2 %, the best set is what overlaps the best. */
export function aCurve(values: Record<string, number>, part: Partial<SweepCurve> = {}): SweepCurve {
  const pairs = Object.entries(values).map(([x, value]) => ({ x: Number(x), value }));
  const best = pairs.reduce((least, pair) => (pair.value < least.value ? pair : least));
  const isClose = (value: number) => value * 0.98 <= best.value * 1.02;
  return {
    facet: {},
    points: pairs.map(({ x, value }, index) => ({
      x,
      series_id: index + 1,
      value,
      low: value * 0.98,
      high: value * 1.02,
      n: 20,
      in_best_set: isClose(value),
      excess: value / best.value - 1,
      behind: null,
      is_equal: isClose(value),
      versus_default: null,
    })),
    best_x: best.x,
    best_set: pairs.filter(({ value }) => isClose(value)).map(({ x }) => x),
    claim: "interval",
    sentence: `Best at ${best.x}.`,
    remarks: [],
    form: { knee: null, plateau: null, cliffs: [], is_flat: false, more_rounds: null },
    rounds: 20,
    ...part,
  };
}

export function aSweep(part: Partial<SweepDetail> = {}): SweepDetail {
  return {
    suite: "runtime-rust",
    benchmark: "blocking_threads",
    axis: "blocking_max_threads",
    metric: "wall_time",
    unit: "s",
    direction: "lower",
    testbed: "bench-1",
    branch: "main",
    metrics: ["wall_time", "cpu_time"],
    testbeds: ["bench-1", "bench-2"],
    runs: [aRun({ id: 2 }), aRun({ id: 1, commit: { ...aRun().commit, name: "0ldc0de" } })],
    run: aRun({ id: 2 }),
    answer_runs: [2],
    unfit_runs: [],
    curves: [aCurve({ 1: 0.2, 4: 0.16, 8: 0.158, 500: 0.18 })],
    marks: [{ x: 2, label: "cores = 2" }],
    failed: [],
    margin: 0.02,
    default: null,
    crossovers: [],
    seconds: [],
    panels: [],
    agreements: [],
    noisy_machines: [],
    ...part,
  };
}
