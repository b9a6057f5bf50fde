/** Comparisons for the tests of this feature. */

import type { ComparedRow, Comparison } from "@/api/types";
import { aLabel, aRun } from "@/testing/builders";

export function aRow(part: Partial<ComparedRow> = {}): ComparedRow {
  return {
    series: aLabel(),
    baseline_series: 1,
    baseline: { value: 0.1, low: 0.099, high: 0.101, n: 20, runs: 1 },
    contender: { value: 0.105, low: 0.104, high: 0.106, n: 20, runs: 1 },
    basis: "pairs",
    estimator: "shift of pairs",
    n: 20,
    is_ratio: true,
    ratio: 1.05,
    difference: 0.005,
    low: 1.04,
    high: 1.06,
    coverage: 0.95,
    p: 0.0001,
    adjusted_p: 0.0004,
    verdict: "regression",
    pairs_needed: 0,
    is_hopeless: false,
    sentence: "5.0 % slower [4.0, 6.0], 20 pairs",
    warnings: [],
    ...part,
  };
}

export function aComparison(part: Partial<Comparison> = {}): Comparison {
  const rows = part.rows ?? [aRow()];
  return {
    baseline: { asked: "run:1", runs: [aRun({ id: 1 })], run_count: 1 },
    contender: { asked: "run:2", runs: [aRun({ id: 2 })], run_count: 1 },
    measured: "in runs apart",
    threshold: 0.01,
    alpha: 0.05,
    false_discoveries: 0.05,
    sentence: "1 compared: 1 regression, 0 the same, 0 unknown.",
    counts: { regression: 1, improvement: 0, change: 0, same: 0, unknown: 0 },
    compared: rows.length,
    only_baseline: 0,
    only_contender: 0,
    not_compared: 0,
    means: [],
    noise: { reach: 0.012, hopeless: 0, without_claim: 0, still: 0 },
    differences: [],
    warnings: [],
    matching: rows.length,
    rows,
    one_sided: [],
    failed: [],
    ...part,
  };
}
