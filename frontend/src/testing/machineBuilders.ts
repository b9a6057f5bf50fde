/** Machines for tests. */

import type { Agent, AlarmRate, MachineDetail, MachineReading } from "@/api/types";

export function aReading(part: Partial<MachineReading> = {}): MachineReading {
  return {
    run: 1,
    measured_at: "2026-01-08T12:30:00Z",
    revision: 1,
    score: 82,
    low: 79,
    high: 84,
    verdict: "steady",
    works: [
      {
        work: "integer_work",
        before_s: 0.01,
        after_s: 0.0101,
        ratio: 1.01,
        low: 0.99,
        high: 1.03,
        limit: 0.1,
        samples: [],
        history: null,
      },
    ],
    warnings: 0,
    foreign_share: null,
    ...part,
  };
}

const NO_ALARMS: AlarmRate = {
  comparisons: 0,
  alarms: 0,
  rate: null,
  low: 0,
  high: 1,
  claimed: 0.05,
  too_many: false,
  sentence: "",
  unjudged: 0,
  results: 0,
  alarmed_results: 0,
  newest_at: null,
  newest_alarms: [],
};

export function aMachine(part: Partial<MachineDetail> = {}): MachineDetail {
  return {
    id: 1,
    name: "bench-1",
    full_name: "bench-1",
    testbed: "lab",
    runs: 3,
    last_run_at: "2026-01-08T12:30:00Z",
    imported_at: null,
    ends_by_itself: false,
    fingerprint: null,
    revisions: [],
    agents: [],
    fitness: {
      verdict: "fit",
      sentence: "bench-1 is fit to measure: noise score 82 of 100 [79, 84].",
      reasons: ["noise score 82 of 100 [79, 84]"],
      advice: "",
    },
    readings: [aReading({ run: 1 }), aReading({ run: 2 })],
    preflight: [],
    suites: [],
    recent_runs: [],
    repeatable: null,
    quarantine: null,
    quarantines: [],
    checks: NO_ALARMS,
    alarms: NO_ALARMS,
    ...part,
  };
}

/** An agent that rests and plans nothing. */
export function anAgent(part: Partial<Agent> = {}): Agent {
  return {
    id: 1,
    name: "bench-1",
    version: "tidemark-agent 0.1.0",
    state: "idle",
    suite: null,
    progress: null,
    message: null,
    spooled: 0,
    planned: [],
    last_beat_at: "2026-01-08T12:30:00Z",
    is_silent: false,
    machine_id: 1,
    key: null,
    version_trouble: "",
    ...part,
  };
}
