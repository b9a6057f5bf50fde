/** Jobs for tests. */

import type {
  CulpritSearch,
  Job,
  JobDetail,
  JobList,
  JobNarrowing,
  JobOffer,
  Receipt,
} from "@/api/types";

/** A confirmation that waits. */
export function aJob(part: Partial<Job> = {}): Job {
  return {
    id: 4,
    kind: "confirm",
    state: "queued",
    reason: "asked for",
    target: {
      suite: "runtime-rust",
      commits: [
        { commit: "badc0de1".repeat(5), branch: "main" },
        { commit: "c0ffee12".repeat(5), branch: "main" },
      ],
      only: ["search"],
      mode: "quick",
      rounds: 12,
      repository: "",
      patch: null,
      aim: "",
      least_gain: 0,
    },
    testbed: "lab",
    labels: [],
    preferred: [],
    priority: 0,
    budget_minutes: 30,
    asked_by: "Ada",
    why: "confirm the change of search at c0ffee12",
    asked_at: "2026-01-08T12:30:00Z",
    leased_at: null,
    ended_at: null,
    agent: null,
    attempts: 0,
    progress: null,
    is_cancel_wanted: false,
    is_scheduled: false,
    change_id: 1,
    pull_id: null,
    verdict: null,
    failed: null,
    waits_for: "2 jobs before it",
    starts_in: { seconds: 720, low: 480, high: 1200, jobs: 5 },
    takes: { seconds: 300, low: 240, high: 420, jobs: 5 },
    ...part,
  };
}

export function aRunningJob(part: Partial<Job> = {}): Job {
  return aJob({
    state: "running",
    reason: "measuring",
    waits_for: null,
    starts_in: null,
    agent: "box-agent",
    attempts: 1,
    leased_at: "2026-01-08T12:31:00Z",
    progress: { stage: "measuring", done: 3, total: 12 },
    ...part,
  });
}

/** One that is finished and found the change again. */
export function aConfirmedJob(part: Partial<Job> = {}): Job {
  return aRunningJob({
    state: "finished",
    reason: "12 rounds",
    progress: null,
    takes: null,
    ended_at: "2026-01-08T12:36:00Z",
    verdict: {
      finding: "confirmed",
      sentence: "Confirmed: measured in turns, +9.8 % (95 % interval +8.1 % to +11.4 %, 12 pairs).",
      ratio: 1.098,
      low: 1.081,
      high: 1.114,
      pairs: 12,
      runs: [21, 22],
      itself: 1.001,
      looks: [],
      compared: 0,
      alarms: 0,
    },
    ...part,
  });
}

/** Four commits in question, of which two are measured. */
export function aSearch(part: Partial<CulpritSearch> = {}): CulpritSearch {
  const names = ["c0ffee01", "c0ffee02", "c0ffee03", "c0ffee04"].map((name) => name.repeat(5));
  const shares = [0.01, 0.04, 0.92, 0.01];
  return {
    good: "badc0de1".repeat(5),
    shares: names.map((commit, place) => ({
      commit,
      share: shares[place] ?? 0,
      rounds: place === 1 || place === 2 ? 3 : 0,
      is_broken: place === 3,
    })),
    none: 0.02,
    answer: names.slice(2, 3),
    held: 0.92,
    is_told: false,
    measure: names[1] ?? null,
    rounds: 3,
    steps: [
      { commit: names[3] ?? "", rounds: 0, ratio: null, low: null, high: null, held: 0.3 },
      { commit: names[1] ?? "", rounds: 3, ratio: 1.002, low: 0.99, high: 1.01, held: 0.5 },
      { commit: names[2] ?? "", rounds: 3, ratio: 1.12, low: 1.1, high: 1.14, held: 0.92 },
    ],
    moved: null,
    inner: null,
    ...part,
  };
}

export function aJobList(part: Partial<JobList> = {}): JobList {
  return {
    waiting: [],
    held: [],
    over: [],
    waiting_total: 0,
    agents: [],
    paused: [],
    offer: null,
    ...part,
  };
}

/** What one more job costs. */
export function anOffer(part: Partial<JobOffer> = {}): JobOffer {
  const takes = { seconds: 300, low: 240, high: 420, jobs: 5 };
  return { testbed: "lab", ahead: 0, starts_in: takes, takes, cannot: "", ...part };
}

/** An effect of about a tenth, after as many rounds as there are points, three for each. */
export function aNarrowing(points = 4, part: Partial<JobNarrowing> = {}): JobNarrowing {
  return {
    variant: "search n=1",
    metric: "time",
    baseline: "badc0de1".repeat(5),
    commit: "c0ffee12".repeat(5),
    rounds: 3 * points + 1,
    coverage: 0.95,
    points: Array.from({ length: points }, (_, place) => {
      const reach = 0.3 / (place + 1);
      return { rounds: 3 * (place + 1), ratio: 1.1, low: 1.1 - reach, high: 1.1 + reach };
    }),
    ...part,
  };
}

export function aJobDetail(part: Partial<JobDetail> = {}): JobDetail {
  const at = "2026-01-08T12:30:00Z";
  return {
    job: aJob(),
    events: [{ state: "queued", why: "asked for by Ada", at, lease: 0 }],
    runs: [],
    log_lines: 0,
    log_dropped: 0,
    search: null,
    narrowings: [],
    missing: "",
    is_without: false,
    ...part,
  };
}

/** A proposal that is kept, or what became of it. */
export function aReceipt(facts: Partial<Receipt["facts"]> = {}): Receipt {
  const gain = { ratio: 1.112, low: 1.106, high: 1.118, pairs: 24, coverage: 0.99 };
  return {
    facts: {
      format: "tidemark receipt v1",
      server: "https://tidemark.example",
      project: "demo",
      job: 4,
      suite: "runtime-rust",
      testbed: "lab",
      sandbox: "none",
      aim: { metric: "time", unit: "s", direction: "lower", least_gain: 0.01, only: [] },
      patch: {
        base: "badc0de1",
        commit: "c0ffee12",
        author: "Ada",
        subject: "Search faster",
        sha256: "ab".repeat(32),
      },
      verdict: "kept",
      sentence: "Kept: time is better by 11.2 %.",
      refusals: [],
      trouble: "",
      gain,
      itself: { ...gain, ratio: 1.001, low: 0.997, high: 1.005 },
      clock: null,
      variants: [{ variant: "search n=2", gain }],
      worse: [],
      answers: { compared: 25, is_fresh: true, counters: ["operations"], removed: [] },
      runs: [21, 22, 23],
      asked_at: "2026-01-08T12:30:00Z",
      judged_at: "2026-01-08T12:40:00Z",
      ...facts,
    },
    signed: "{}",
    signature: "c2lnbmVk",
    key: "0123456789abcdef".repeat(4),
  };
}

/** A search among two moves and the rest of a commit. */
export function aSearchInside(commit: string): Pick<CulpritSearch, "moved" | "inner"> {
  const share = { rounds: 3, is_broken: false };
  return {
    moved: {
      parts: [
        {
          kind: "submodule",
          path: "lib/foo",
          name: "foo",
          before: "a0a",
          after: "b0b",
          title: "Slow",
        },
        {
          kind: "package",
          path: "Cargo.lock",
          name: "serde",
          before: "1.0.1",
          after: "1.0.2",
          title: "",
        },
      ],
      others: 1,
      can_mix: true,
    },
    inner: {
      good: "badc0de1",
      shares: [
        { commit: `${commit}@0`, share: 0.01, ...share },
        { commit: `${commit}@1`, share: 0.96, ...share },
        { commit, share: 0.03, ...share },
      ],
      none: 0,
      answer: [],
      held: 0.9,
      is_told: false,
      measure: `${commit}@1`,
      rounds: 3,
      steps: [{ commit: `${commit}@0`, rounds: 3, ratio: 1, low: 0.98, high: 1.02, held: 0.7 }],
    },
  };
}
