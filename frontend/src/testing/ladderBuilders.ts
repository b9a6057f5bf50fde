/** Ladders for tests. */

import type { Ladder, LadderSource, Rung } from "@/api/types";
import { aRun } from "@/testing/builders";

export function aRung(part: Partial<Rung> = {}): Rung {
  return {
    id: 2,
    role: "rung",
    label: "nb",
    note: "",
    verdict: "kept",
    claimed: true,
    decision: null,
    reason: "",
    decided_by: "",
    stands: true,
    is_best: false,
    is_step: false,
    held_against: "run-1",
    value: 626,
    low: 610,
    high: 640,
    n: 12,
    versus_baseline: { ratio: 1.153, low: 1.121, high: 1.186 },
    versus_best: { ratio: 1.153, low: 1.121, high: 1.186 },
    more_pairs: null,
    sentence: "Kept: 15.3 % higher throughput than the baseline.",
    other_conditions: [],
    is_published: false,
    source: "",
    conditions: {},
    figures: {},
    run: null,
    series: null,
    newer: null,
    ...part,
  };
}

export function aLadder(part: Partial<Ladder> = {}): Ladder {
  return {
    id: 4,
    name: "Async bridge",
    note: "",
    metric: "requests_per_second",
    unit: "1/s",
    direction: "higher",
    min_effect: 0,
    created_by: "Ada",
    created_at: "2026-01-08T12:00:00Z",
    updated_at: "2026-01-08T12:00:00Z",
    headline: "1 of 2 rungs kept; the best, nb: 15.3 % higher throughput than the baseline.",
    remarks: ["The best rung was chosen by these numbers."],
    rungs: [
      aRung({
        id: 1,
        role: "baseline",
        label: "run-1",
        verdict: "baseline",
        value: 543,
        versus_baseline: null,
        versus_best: null,
        held_against: "",
      }),
      aRung({ is_best: true, is_step: true }),
      aRung({
        id: 3,
        label: "ruc-140",
        verdict: "unresolved",
        stands: false,
        more_pairs: 14,
        versus_baseline: { ratio: 1.01, low: 0.97, high: 1.05 },
      }),
    ],
    stacked: { ratio: 1.153, low: 1.121, high: 1.186 },
    noisy_machines: [],
    in_rounds: true,
    ...part,
  };
}

export function aSource(part: Partial<LadderSource> = {}): LadderSource {
  return {
    benchmark_id: 7,
    suite: "bridge-rust-python",
    benchmark: "ladder",
    parameter: "strategy",
    run: aRun({ id: 12 }),
    values: ["run-1", "run", "nb"],
    metrics: [{ name: "requests_per_second", unit: "1/s", direction: "higher" }],
    others: [{ handler: "sleep-1ms" }, { handler: "sleep-10ms" }],
    ...part,
  };
}
