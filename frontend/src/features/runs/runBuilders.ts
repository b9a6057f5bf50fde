/** Runs for the tests of this feature. */

import type { RunDetail, RunResult } from "@/api/types";
import { aLabel, aRun } from "@/testing/builders";

export function aResult(part: Partial<RunResult> = {}): RunResult {
  return {
    series: aLabel(),
    basis: "samples",
    value: 0.1,
    low: 0.099,
    high: 0.101,
    sd: 0.002,
    n: 20,
    previous: 0.1,
    median_of_history: 0.1,
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

export function aRunDetail(part: Partial<RunDetail> = {}): RunDetail {
  return {
    ...aRun(),
    report: "3f1c",
    agent: "bench-1",
    seed: 7,
    base_branch: null,
    environment: { rustc: "1.95.0" },
    fingerprint: { cpu_model: "EPYC", cores: 2 },
    changed_attributes: [],
    rows: [ofEngine(1, "smol", 0.1), ofEngine(2, "tokio", 0.15)],
    failed: [],
    conditions: null,
    profiles: [],
    ...part,
  };
}
