/** Comparisons for tests. */

import type { ComparedDetail, ComparedRow, Comparison, RowColumns } from "@/api/types";
import { aLabel, aRun } from "@/testing/builders";

export function aRow(part: Partial<ComparedRow> = {}): ComparedRow {
  return {
    series: aLabel(),
    baseline_series: 1,
    aspect: "",
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

/** The same rows as the columns that the page asks for; `tags` are those of every variant. */
export function columnsOf(
  rows: readonly ComparedRow[],
  tags: Record<string, string> = {},
): RowColumns {
  const testbeds = [...new Set(rows.map(({ series }) => series.testbed))];
  const column = <Cell>(cell: (row: ComparedRow, index: number) => Cell) => rows.map(cell);
  return {
    variants: rows.map(({ series: { suite, benchmark, parameters } }) => ({
      suite,
      benchmark,
      parameters,
      tags,
    })),
    metrics: rows.map(({ series: { suite, metric, unit, direction, noise } }) => ({
      suite,
      name: metric,
      unit,
      direction,
      noise,
    })),
    testbeds,
    series: column((row) => row.series.id),
    baseline_series: column((row) => row.baseline_series),
    variant: column((_, index) => index),
    metric: column((_, index) => index),
    testbed: column((row) => testbeds.indexOf(row.series.testbed)),
    aspect: column((row) => row.aspect),
    baseline: column((row) => row.baseline.value),
    contender: column((row) => row.contender.value),
    basis: column((row) => row.basis),
    n: column((row) => row.n),
    is_ratio: column((row) => row.is_ratio),
    ratio: column((row) => row.ratio),
    difference: column((row) => row.difference),
    low: column((row) => row.low),
    high: column((row) => row.high),
    centre: column((row) => (row.aspect === "" && row.is_ratio ? row.ratio : 1)),
    error: column(() => 0.01),
    adjusted_p: column((row) => row.adjusted_p),
    verdict: column((row) => row.verdict),
    pairs_needed: column((row) => row.pairs_needed),
    is_hopeless: column((row) => row.is_hopeless),
    to_see: column(() => 0.03),
    same_binary: column(() => false),
    covers_runs: column(() => true),
  };
}

export function aDetail(part: Partial<ComparedDetail> = {}): ComparedDetail {
  const samples = [0.1, 0.11, 0.09];
  return {
    row: aRow(),
    differences: [],
    explanation: {
      sentence: "No other metric of this variant was measured on both sides.",
      moved: [],
      still: [],
      unknown: [],
      parts: [],
    },
    shape: "",
    runs: [
      { side: "baseline", run: 1, commit: "c1", n: 3, value: 0.1, samples },
      { side: "contender", run: 2, commit: "c2", n: 3, value: 0.105, samples },
    ],
    buckets: [],
    percentiles: [],
    baseline_profiles: [],
    contender_profiles: [],
    noisy_machines: [],
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
    sentence: "1 regression.",
    precision: "Median 99 % CI: ±1.2 %.",
    counts: { regression: 1, improvement: 0, change: 0, same: 0, unknown: 0, same_binary: 0 },
    compared: rows.length,
    only_baseline: 0,
    only_contender: 0,
    not_compared: 0,
    means: [],
    mean_reach: 2.576,
    noise: { reach: 0.012, hopeless: 0, without_claim: 0, still: 0 },
    differences: [],
    reported: ["environment", "machine"],
    noisy_machines: [],
    warnings: [],
    matching: rows.length,
    folded: 0,
    rows,
    one_sided: [],
    failed: [],
    columns: columnsOf(rows),
    ...part,
  };
}
