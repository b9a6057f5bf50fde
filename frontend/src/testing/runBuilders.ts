/** Runs for tests. */

import type { Conditions, Goal, Profile, RunDetail, RunResult, VariantPair } from "@/api/types";
import { aLabel, aRun } from "@/testing/builders";

export function aResult(part: Partial<RunResult> = {}): RunResult {
  return {
    series: aLabel(),
    basis: "samples",
    value: 0.1,
    low: 0.099,
    high: 0.101,
    sd: 0.002,
    spread: null,
    spread_low: null,
    spread_high: null,
    n: 20,
    previous: 0.1,
    median_of_history: 0.1,
    excluded: null,
    ...part,
  };
}

/** Result of one engine: id, name, value; its interval is ±1 %. */
export function ofEngine(id: number, engine: string, value: number, part: Partial<RunResult> = {}) {
  return aResult({
    series: aLabel({ id, parameters: { engine } }),
    value,
    low: value * 0.99,
    high: value * 1.01,
    ...part,
  });
}

/** A variant judged against the best of its group. */
export function aPair(part: Partial<VariantPair> = {}): VariantPair {
  return {
    baseline: 2,
    contender: 3,
    basis: "rounds",
    verdict: "same",
    sentence: "no difference",
    ratio: 1.01,
    low: 0.99,
    high: 1.03,
    n: 20,
    ...part,
  };
}

export function aRunDetail(part: Partial<RunDetail> = {}): RunDetail {
  return {
    ...aRun(),
    report: "3f1c",
    files: [],
    agent: "bench-1",
    signer: null,
    seed: 7,
    base_branch: null,
    environment: { rustc: "1.95.0" },
    fingerprint: { cpu_model: "EPYC", cores: 2 },
    previous_run: 1,
    base_run: null,
    absent: [],
    changed_attributes: [],
    noisy_machines: [],
    rows: [ofEngine(1, "smol", 0.1), ofEngine(2, "tokio", 0.15)],
    failed: [],
    conditions: null,
    profiles: [],
    courses: [],
    next: null,
    metric_order: { search: ["wall_time"] },
    ...part,
  };
}

export function aGoal(part: Partial<Goal> = {}): Goal {
  return {
    goal: "pool against threads",
    metric: "latency_p99",
    contender: { benchmark: "pool", parameters: { connections: 100 } },
    baseline: { benchmark: "threads", parameters: {} },
    at_most: 0.05,
    at_least: null,
    more_pairs: null,
    reason: null,
    ratio: 0.031,
    low: 0.028,
    high: 0.035,
    pairs: 30,
    verdict: "met",
    ...part,
  };
}

export function aProfile(part: Partial<Profile> = {}): Profile {
  return {
    id: 5,
    run: 1,
    benchmark: "engines",
    parameters: { engine: "smol" },
    kind: "cpu",
    tool: "perf 6.1",
    unit: "samples",
    frequency: 997,
    samples: 2000,
    lost: 0,
    repetitions: 31,
    cpu_s: 2,
    with_symbols: 0.98,
    trimmed_stacks: 0,
    trimmed_samples: 0,
    groups: [
      {
        name: "JSON parsing",
        samples: 120,
        share: 0.06,
        low: 0.05,
        high: 0.071,
        self_samples: 80,
        self_share: 0.04,
        self_low: 0.032,
        self_high: 0.05,
        functions: ["sonic_rs::*"],
      },
    ],
    ...part,
  };
}

export function someConditions(part: Partial<Conditions> = {}): Conditions {
  return {
    preflight: null,
    noise: null,
    control: null,
    tuning: null,
    pinning: null,
    sandbox: null,
    stopping: null,
    foreign: null,
    self_comparison: [],
    goals: [],
    findings: [],
    ...part,
  };
}
