/** Answers of the API for tests: whole and plausible, each test states only what it is about. */

import type {
  AlertGroup,
  ChangePoint,
  CommitRef,
  GroupMember,
  History,
  Mover,
  Overview,
  Project,
  ProjectQuotas,
  RunRow,
  SavedView,
  SeriesHistory,
  SeriesLabel,
  Session,
  Surroundings,
  Triage,
} from "@/api/types";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

export function aProject(part: Partial<Project> = {}): Project {
  return {
    slug: "demo",
    name: "Demo",
    visibility: "private",
    created_at: "2026-01-01T00:00:00Z",
    runs: 3,
    series: 12,
    rights: ["read", "share", "triage", "report", "configure", "manage keys"],
    ...part,
  };
}

export function aSession(part: Partial<Session> = {}): Session {
  return {
    user: { id: 1, name: "Ada", email: "ada@example.org", is_admin: true },
    projects: [aProject()],
    provider: null,
    sends_mail: false,
    agent_updates: null,
    ...part,
  };
}

export function aCommit(part: Partial<CommitRef> = {}): CommitRef {
  return {
    id: 7,
    name: "c0ffee1234567890c0ffee1234567890c0ffee12",
    subject: "Reuse buffers in the reader",
    time: "2026-01-08T12:00:00Z",
    author: "Ada",
    url: null,
    ...part,
  };
}

export function aLabel(part: Partial<SeriesLabel> = {}): SeriesLabel {
  return {
    id: 1,
    suite: "runtime-rust",
    benchmark: "search",
    parameters: { engine: "smol" },
    metric: "wall_time",
    unit: "s",
    direction: "lower",
    noise: "sampled",
    testbed: "bench-1",
    branch: "main",
    suite_id: 1,
    benchmark_id: 1,
    ...part,
  };
}

export function aChange(part: Partial<ChangePoint> = {}): ChangePoint {
  return {
    id: 1,
    series: aLabel(),
    state: "confirmed",
    kind: "step",
    verdict: "regression",
    ratio: 1.048,
    low: 1.031,
    high: 1.064,
    z: 8.2,
    before: 0.1,
    after: 0.1048,
    before_n: 30,
    after_n: 12,
    smallest_detectable: 0.012,
    commit: aCommit(),
    previous_commit: aCommit({ id: 6, name: "badc0de", subject: "Before it" }),
    first_suspect: aCommit(),
    last_suspect: aCommit(),
    suspects: 1,
    detected_at: "2026-01-08T13:00:00Z",
    detector: "batch 1",
    cause: "detection",
    same_code: false,
    aspect: "",
    modes_before: [],
    modes_after: [],
    culprits: [],
    offsets: [],
    run_id: null,
    differences: [],
    acknowledged_at: null,
    acknowledged_by: null,
    is_history: false,
    pause_days: null,
    ...part,
  };
}

/** One cause with one change, unless told otherwise. */
export function aGroup(part: Partial<AlertGroup> = {}): AlertGroup {
  const lead = part.lead ?? aChange();
  return {
    number: lead.id,
    cause: "code",
    state: "open",
    direction: "regression",
    branch: "main",
    lead,
    commits: { named: [lead.commit], count: 1, since: lead.commit },
    changes: 1,
    series: 1,
    regressions: 1,
    improvements: 0,
    members: [aMember({ id: lead.id, series: lead.series, ratio: lead.ratio })],
    opened_at: "2026-01-08T13:00:00Z",
    changed_at: "2026-01-08T13:00:00Z",
    triage: aTriage(),
    is_history: false,
    ...part,
  };
}

export function aTriage(part: Partial<Triage> = {}): Triage {
  return {
    is_said: false,
    by: null,
    at: "2026-01-08T13:00:00Z",
    why: "",
    assignee: null,
    due_on: null,
    tags: [],
    issue_url: "",
    fixed_in: null,
    culprit: null,
    muted_until: null,
    merged_into: null,
    ...part,
  };
}

export function aMember(part: Partial<GroupMember> = {}): GroupMember {
  const { id, series, state, kind, verdict, same_code, ratio, low, high } = aChange();
  const { aspect, modes_before, modes_after } = aChange();
  const { before, after, before_n, after_n } = aChange();
  return {
    ...{ id, series, state, kind, verdict, same_code, ratio, low, high },
    ...{ aspect, modes_before, modes_after },
    ...{ before, after, before_n, after_n },
    is_acknowledged: false,
    ...part,
  };
}

export function aRun(part: Partial<RunRow> = {}): RunRow {
  return {
    id: 1,
    suite: "runtime-rust",
    testbed: "bench-1",
    machine: "bench-1",
    branch: "main",
    commit: aCommit(),
    excluded: null,
    pull_request: null,
    started_at: "2026-01-08T12:30:00Z",
    finished_at: "2026-01-08T12:31:00Z",
    received_at: "2026-01-08T12:31:05Z",
    trigger: "manual",
    mode: "quick",
    results: 24,
    failures: 0,
    is_vetoed: false,
    tags: {},
    regressions: 0,
    improvements: 0,
    suite_id: 1,
    machine_id: 1,
    ...part,
  };
}

export function aView(part: Partial<SavedView> = {}): SavedView {
  return {
    id: 1,
    name: "Allocator, both boxes",
    note: "",
    address: "/p/demo/explore?series=1&series=2",
    page: "Explore",
    is_pinned: false,
    author: "Ada",
    created_at: "2026-01-08T12:30:00Z",
    updated_at: "2026-01-08T12:30:00Z",
    ...part,
  };
}

export function aMover(part: Partial<AlertGroup> = {}): Mover {
  return { group: aGroup(part), values: [1, 1, 1.05], change_at: [2] };
}

export function anOverview(part: Partial<Overview> = {}): Overview {
  return {
    project: aProject(),
    totals: { runs: 3, results: 72, series: 12, commits: 3, machines: 1 },
    suites: [],
    news: {
      since: null,
      appeared: [],
      appeared_total: 0,
      ended: [],
      ended_total: 0,
      machines: 0,
      runs: 0,
    },
    open: {
      movers: [],
      history: { groups: 0, regressions: 0, improvements: 0, others: 0 },
      total: 0,
      regressions: 0,
      improvements: 0,
      others: 0,
      in_pulls: 0,
      worst: null,
      asides: [],
      aside_total: 0,
      improved_this_week: 0,
    },
    as_of: "2026-01-02T00:00:00Z",
    open_change_total: 0,
    outages: [],
    acknowledged_total: 0,
    suspected_total: 0,
    pulls: { rows: [], total: 0 },
    recent_runs: [aRun()],
    machines: [],
    agents: [],
    pending_reports: 0,
    failed_reports: 0,
    ...part,
  };
}

/** One series over consecutive commits; `null` is a gap. Intervals are ±2 %. */
export function aSeries(
  values: readonly (number | null)[],
  part: Partial<SeriesHistory> = {},
): SeriesHistory {
  const present = values.filter((value): value is number => value !== null);
  return {
    series: aLabel(),
    tags: {},
    percent: null,
    without_percentile: 0,
    stride: 1,
    excluded: [],
    further_runs: [],
    at: values.map((_, index) => index),
    value: [...values],
    low: values.map((value) => (value === null ? null : value * 0.98)),
    high: values.map((value) => (value === null ? null : value * 1.02)),
    n: values.map(() => 10),
    run: values.map((_, index) => index + 1),
    environment: values.map(() => 1),
    raw_n: present.length,
    returned_n: present.length,
    bucket: 1,
    value_low: present.length === 0 ? null : Math.min(...present),
    value_high: present.length === 0 ? null : Math.max(...present),
    failed_at: [],
    changes: [],
    ...part,
  };
}

/** A history over as many commits as its longest series needs, one a day. */
export function aHistory(...series: SeriesHistory[]): History {
  const count = Math.max(0, ...series.map((one) => Math.max(-1, ...one.at) + 1));
  const each = Array.from({ length: count }, (_, index) => index);
  return {
    commits: {
      id: each.map((index) => index + 1),
      name: each.map((index) => `commit${index}`),
      subject: each.map((index) => `Change ${index}`),
      author: each.map(() => "Ada"),
      time: each.map((index) => START + index * DAY),
      url: each.map(() => null),
      due: each.map(() => null),
      ordinal: each.map((index) => index),
    },
    series,
  };
}

/** What else is known around a change: another binary, another compiler. */
export function aSurroundings(part: Partial<Surroundings> = {}): Surroundings {
  const side = {
    run_id: 20,
    binary_hash: "a",
    benchmark_version: null,
    control: null,
    control_reason: "",
    names_environment: true,
    names_machine: true,
    profile_id: null,
  };
  return {
    before: side,
    after: { ...side, run_id: 21, control: "moved", control_reason: "Memory took 6 % longer." },
    neighbours: { before: 22, at: 23 },
    binary: "different",
    workload: "same",
    attributes: [{ name: "rustc", before: "1.94", after: "1.95" }],
    functions: [],
    ...part,
  };
}

/** Machine minutes of a project without limits, of which nobody took any. */
export function someQuotas(part: Partial<ProjectQuotas> = {}): ProjectQuotas {
  return {
    person_minutes: null,
    project_minutes: null,
    whole: { who: "", is_person: false, spent: 0, held: 0, minutes: null, frees_at: null },
    people: [],
    own: null,
    ...part,
  };
}
