/** Splits for tests. */

import type { SplitDetail, SplitMember, SplitRow } from "@/api/types";
import { aRun } from "@/testing/builders";

function aMember(part: Partial<SplitMember> = {}): SplitMember {
  return {
    name: "random_mixed",
    tags: { objects: "small" },
    metric: "ops_per_second",
    unit: "op/s",
    direction: "higher",
    series_id: 7,
    verdict: "loss",
    claimed: true,
    gain: -0.054,
    low: -0.06,
    high: -0.048,
    miss: 0.025,
    sentence: "5.4 % lower throughput [4.8, 6.0]",
    baseline: 22.5e6,
    contender: 21.29e6,
    n: 20,
    basis: "pairs",
    weight: 0.5,
    usual_weight: 1,
    share: 1,
    ...part,
  };
}

const GAINER: Partial<SplitMember> = {
  name: "mid_large_mt",
  tags: { objects: "large" },
  verdict: "gain",
  gain: 0.033,
  low: 0.03,
  high: 0.036,
  sentence: "3.3 % higher throughput [3.0, 3.6]",
  share: null,
};

export function aSplitRow(part: Partial<SplitRow> = {}): SplitRow {
  return {
    id: 3,
    kind: "measured",
    origin: "proposed",
    name: "",
    change: "rings = 64/64 against 16/16",
    suites: ["allocator-c"],
    testbeds: ["bench-1"],
    headline: "rings = 64/64 against 16/16: random_mixed 5.4 % lower throughput",
    verdict: "split",
    claimed: true,
    net: { verdict: "loss", gain: -0.011, low: -0.02, high: -0.002, text: "net −1.1 %" },
    members: 2,
    gains: 1,
    losses: 1,
    basis: "2 members, 20 pairs each",
    state: "open",
    state_changed_at: null,
    decided_by: "",
    note: "",
    created_at: "2026-01-01T00:00:00Z",
    created_by: "Tidemark",
    judged_at: "2026-01-01T00:00:00Z",
    ...part,
  };
}

export function aSplit(part: Partial<SplitDetail> = {}): SplitDetail {
  const side = (value: string) => ({
    asked: "run:12",
    parameters: { rings: [value] },
    runs: [aRun({ id: 12 })],
    run_count: 1,
  });
  const result = (value: number) => ({ value, low: value * 0.99, high: value * 1.01 });
  const alternative = {
    beaten_by: "",
    is_on_front: true,
    is_claimed: true,
    is_balanced: false,
    resolution: "",
    run: null,
    title: "",
  };
  return {
    id: 3,
    kind: "measured",
    origin: "proposed",
    name: "",
    change: "rings = 64/64 against 16/16",
    suites: ["allocator-c"],
    testbeds: ["bench-1"],
    source: "",
    state: "open",
    state_changed_at: null,
    decided_by: "",
    reason: "",
    note: "",
    created_at: "2026-01-01T00:00:00Z",
    created_by: "Tidemark",
    headline: "rings = 64/64 against 16/16: random_mixed 5.4 % lower throughput",
    verdict: "split",
    claimed: true,
    p: 0.0001,
    net: { verdict: "loss", gain: -0.011, low: -0.02, high: -0.002, text: "net −1.1 %" },
    nets: [
      {
        dimension: "throughput",
        verdict: "loss",
        gain: -0.011,
        low: -0.02,
        high: -0.002,
        text: "−1.1 %",
      },
    ],
    sentences: ["A split."],
    basis: "2 members, 20 pairs each",
    measured: "in turns",
    warnings: [],
    noisy_machines: [],
    baseline: side("16/16"),
    contender: side("64/64"),
    members: [aMember(GAINER), aMember()],
    payers: ["random_mixed"],
    hangs_on: [],
    break_even: { weight: 0.37, low: 0.34, high: 0.4, current: 0.5 },
    tags: ["objects"],
    group: "objects",
    groups: [],
    weights: { members: {}, tags: {} },
    saved_weights: { members: {}, tags: {} },
    beside: [],
    alternatives: {
      kind: "values",
      objectives: [
        { name: "mid_large_mt", unit: "op/s", direction: "higher" },
        { name: "random_mixed", unit: "op/s", direction: "higher" },
      ],
      x: "random_mixed",
      y: "mid_large_mt",
      rows: [
        { ...alternative, name: "16/16", role: "baseline", x: result(22.5e6), y: result(36e6) },
        { ...alternative, name: "64/64", role: "contender", x: result(21e6), y: result(37e6) },
        {
          ...alternative,
          name: "48/16",
          role: "alternative",
          x: result(22.5e6),
          y: result(36.8e6),
          resolution: "resolves",
        },
      ],
      sentences: ["48/16 resolves the split."],
    },
    events: [],
    ...part,
  };
}
