/** Claims for the tests of this feature. */

import type { ClaimDetail, ClaimStatement, ClaimTableCell, StatementOnMachine } from "@/api/types";

export function heldBy(part: Partial<StatementOnMachine> = {}): StatementOnMachine {
  return {
    testbed: "box",
    run_id: 12,
    commit: "c2",
    is_fit: true,
    unfit_runs: [],
    mode: "quick",
    measured_at: "2026-01-02T00:00:00Z",
    verdict: "refuted",
    sentence: "rayon: 20 % faster [18, 22] than smol; published: 1.15.",
    value: 0.8,
    low: 0.78,
    high: 0.82,
    n: 20,
    more_rounds: null,
    standing: { name: "never held", since_commit: "c1", since: "2026-01-01T00:00:00Z" },
    figures: [
      {
        label: "rayon",
        published: 0.2343,
        value: 0.024,
        low: 0.023,
        high: 0.025,
        unit: "s",
        n: 20,
        series_id: 1,
        run_id: 12,
      },
      {
        label: "smol",
        published: 0.2044,
        value: 0.03,
        low: 0.029,
        high: 0.031,
        unit: "s",
        n: 20,
        series_id: 2,
        run_id: 12,
      },
    ],
    history: [],
    ...part,
  };
}

export function aStatement(part: Partial<ClaimStatement> = {}): ClaimStatement {
  return {
    place: 0,
    kind: "ratio",
    says: "rayon against smol, time",
    published: "1.15",
    value: 1.15,
    low: 1.145,
    high: 1.155,
    suite: "runtime",
    benchmark: "engines",
    metric: "time",
    figures: [],
    machines: [heldBy()],
    ...part,
  };
}

export function aClaim(part: Partial<ClaimDetail> = {}): ClaimDetail {
  return {
    id: 4,
    key: "engines",
    title: "smol is 15 % faster than rayon",
    source: "an author's README",
    url: "https://example.org/readme",
    date: "2025-07",
    machine: "10-core laptop",
    testbed: "",
    note: "",
    created_by: "runtime",
    updated_at: "2026-01-02T00:00:00Z",
    suites: ["runtime"],
    statements: [aStatement()],
    machines: [
      {
        testbed: "box",
        verdict: "refuted",
        sentence: "",
        statement: 0,
        counts: { confirmed: 0, refuted: 1, other_size: 0, undecided: 0, not_measurable: 0 },
        standing: { name: "never held", since_commit: "c1", since: null },
        run_id: 12,
        measured_at: "2026-01-02T00:00:00Z",
      },
    ],
    mechanisms: [
      {
        statement: 0,
        testbed: "box",
        run_id: 12,
        counters: [
          {
            metric: "page_faults",
            unit: "1",
            direction: "lower",
            values: [{ label: "rayon", value: 52, low: null, high: null }],
          },
        ],
        curves: [],
        profiles: [],
        pages: [{ title: "Sweep of threads", address: "/sweeps/7/threads" }],
      },
    ],
    facts: [{ testbed: "box", facts: { cpu_model: "a processor", cores: 2 } }],
    tables: [],
    commands: ["tidemark-agent run runtime --quick"],
    ...part,
  };
}

export function aCell(part: Partial<ClaimTableCell> = {}): ClaimTableCell {
  return {
    published: 0.2343,
    unit: "s",
    value: 0.024,
    low: null,
    high: null,
    n: 20,
    ratio: 0.8,
    ratio_low: 0.78,
    ratio_high: 0.82,
    published_ratio: 1.15,
    series_id: 1,
    run_id: 12,
    ...part,
  };
}
