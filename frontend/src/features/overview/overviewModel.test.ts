import { describe, expect, it } from "vitest";
import type { Agent, MachineHealth, SuiteCard } from "@/api/types";
import { aChange, aGroup, aLabel, aMover, anOverview } from "@/testing/builders";
import {
  acknowledgedNote,
  agentText,
  answerOf,
  failedNote,
  fitnessCounts,
  isJudged,
  newsText,
  pendingNote,
  seriesName,
  suiteText,
  suspectedNote,
  unfitNote,
} from "./overviewModel";

const plain = (text: string) => text.replaceAll("\u202f", " ");

const NOTHING = anOverview().open;

const idle: Agent = {
  id: 1,
  name: "bench-1",
  version: "1",
  state: "idle",
  suite: null,
  progress: null,
  message: null,
  spooled: 0,
  planned: [],
  last_beat_at: null,
  is_silent: false,
  key: null,
  version_trouble: "",
  machine_id: 1,
};

describe("the answer", () => {
  it("of a project without runs is that there are no results", () => {
    const totals = { runs: 0, results: 0, series: 0, commits: 0, machines: 0 };
    expect(answerOf(anOverview({ totals }))).toBe("No results yet");
  });

  it("without open changes is that nothing is wrong", () => {
    expect(answerOf(anOverview())).toBe("Nothing is wrong: no open change in 12 series");
  });

  it("of series that are all too short is that they are", () => {
    const suites = [5, 4].map((missing) => ({
      ...{ id: 1, name: "http", summary: "", benchmarks: 1, series: 5, runs: 10, longest: 2 },
      ...{ typical: 2, absent: "" },
      ...{ last_run_at: null, regressions: 0, improvements: 0, history: 0, sparklines: [] },
      runs_missing: missing,
    }));
    expect(answerOf(anOverview({ suites }))).toBe(
      "Cannot be judged yet: 12 series need 4 more runs or more",
    );
    const mixed = suites.map((suite, index) => ({ ...suite, runs_missing: index }));
    expect(answerOf(anOverview({ suites: mixed }))).toBe(
      "No open change in 12 series; 1 of 2 suites cannot be judged yet: too few runs",
    );
    const absent = mixed.map((suite) => ({
      ...suite,
      absent: suite.runs_missing > 0 ? "no curl" : "",
    }));
    expect(answerOf(anOverview({ suites: absent }))).toBe(
      "Nothing is wrong: no open change in 12 series",
    );
  });

  it("counts causes of pull requests apart, and names the branch of the worst", () => {
    const open = { ...NOTHING, in_pulls: 2 };
    expect(answerOf(anOverview({ open }))).toBe(
      "2 causes on branches of pull requests; no other open change in 12 series",
    );
    const worst = aChange({ series: aLabel({ branch: "next" }) });
    const movers = [aMover({ lead: worst })];
    const onNext = { ...NOTHING, total: 1, regressions: 1, movers };
    expect(answerOf(anOverview({ open: onNext }))).toContain(" on next, ");
  });

  it("leaves history out of what is open", () => {
    const history = { groups: 2, regressions: 1, improvements: 2, others: 0 };
    const movers = [aMover({ is_history: true })];
    const open = { ...NOTHING, total: 2, regressions: 1, improvements: 2, movers, history };
    expect(answerOf(anOverview({ open }))).toBe("No open change; 2 changes in imported history");
    expect(answerOf(anOverview({ open: { ...open, total: 3, regressions: 2 } }))).toBe(
      "1 regression is open",
    );
  });

  it("counts what is open, and names the worst", () => {
    const worst = aChange({ id: 2, ratio: 1.3, low: 1.2, high: 1.4, series: aLabel({ id: 2 }) });
    const movers = [aMover({ lead: worst })];
    const open = { total: 3, regressions: 2, improvements: 1, others: 1, movers };
    expect(plain(answerOf(anOverview({ open: { ...NOTHING, ...open } })))).toBe(
      "2 regressions, 1 improvement and 1 other change are open in 3 changes; worst: search engine=smol wall_time, 30.0 % slower [20.0, 40.0]",
    );
  });

  it("speaks of the largest where nothing got worse", () => {
    const worst = aChange({ ratio: 0.9, low: 0.88, high: 0.92, verdict: "improvement" });
    const open = { ...NOTHING, total: 1, improvements: 1, movers: [aMover({ lead: worst })] };
    expect(plain(answerOf(anOverview({ open })))).toMatch(
      /^1 improvement is open; largest: .* 10.0 % faster/,
    );
  });

  it("counts environment events and steps that are not the code's by themselves", () => {
    const asides = [aGroup({ cause: "machine" }), aGroup({ cause: "same_binary" })];
    expect(answerOf(anOverview({ open: { ...NOTHING, asides, aside_total: 5 } }))).toBe(
      "Nothing got worse or better; 1 environment event, 1 step that is not the code's, 3 more",
    );
  });

  it("counts suspicions by themselves", () => {
    const overview = anOverview({ suspected_total: 2 });
    expect(answerOf(overview)).toBe("Nothing is wrong: no open change in 12 series");
    expect(suspectedNote(overview)).toBe("2 unconfirmed changes");
    expect(suspectedNote(anOverview())).toBeNull();
  });

  it("compares nothing before there are two commits", () => {
    const totals = { runs: 1, results: 72, series: 12, commits: 1, machines: 1 };
    expect(answerOf(anOverview({ totals }))).toBe(
      "72 results in 12 series at one commit; nothing to compare with yet",
    );
  });
});

describe("a project whose suites lack a dependency", () => {
  it("is not called right, as nothing was measured", () => {
    const suite = {
      ...{ id: 1, name: "http", summary: "", benchmarks: 1, series: 0, runs: 2, longest: 0 },
      ...{ typical: 0, last_run_at: null, regressions: 0, improvements: 0, sparklines: [] },
      ...{ history: 0, runs_missing: 6, absent: "no curl" },
    };
    const none = anOverview({ suites: [suite] });
    expect(answerOf(none)).toBe(
      "Nothing can be measured here: a dependency of every suite is missing",
    );
    expect(isJudged(none)).toBe(false);
  });
});

describe("a suite", () => {
  const suite: SuiteCard = {
    id: 1,
    name: "http",
    summary: "",
    benchmarks: 1,
    series: 1,
    runs: 5,
    longest: 5,
    typical: 5,
    absent: "",
    last_run_at: null,
    regressions: 0,
    improvements: 0,
    history: 0,
    runs_missing: 0,
    sparklines: [],
  };

  it("without open changes says so only where one could have been seen", () => {
    expect(suiteText(suite)).toBe("no changes");
    expect(suiteText({ ...suite, runs_missing: 1 })).toBe(
      "cannot be judged yet, 1 more run needed",
    );
    expect(suiteText({ ...suite, runs_missing: 6, absent: "curl.h is missing. Install it." })).toBe(
      "not measurable here: curl.h is missing. Install it",
    );
    expect(suiteText({ ...suite, regressions: 1, runs_missing: 1 })).toBe("1 regression");
    expect(suiteText({ ...suite, regressions: 1, history: 9 })).toBe("1 regression, 9 in history");
    expect(suiteText({ ...suite, history: 9 })).toBe("no open change, 9 in history");
  });
});

describe("machines", () => {
  const machine = (name: string, verdict: MachineHealth["fitness"]["verdict"]): MachineHealth => ({
    id: 1,
    name,
    testbed: name,
    runs: 3,
    last_run_at: null,
    imported_at: null,
    score: null,
    vetoed: 0,
    moved: 0,
    is_resting: false,
    fitness: { verdict, sentence: "", reasons: [], advice: "" },
  });

  it("that are not fit are named beside the answer", () => {
    const machines = [machine("a", "fit"), machine("b", "not fit"), machine("c", "unknown")];
    expect(unfitNote(anOverview({ machines }))).toBe("1 of 3 machines is not fit to measure: b");
    const many = ["a", "b", "c", "d"].map((name) => machine(name, "not fit"));
    expect(unfitNote(anOverview({ machines: many }))).toBe(
      "4 of 4 machines are not fit to measure: a, b, c and 1 more",
    );
    expect(unfitNote(anOverview({ machines: machines.slice(0, 1) }))).toBeNull();
    expect(fitnessCounts(anOverview({ machines }))).toEqual({ fit: 1, unfit: 1, unknown: 1 });
  });
});

describe("reports", () => {
  it("that are not in the numbers are said", () => {
    expect(pendingNote(anOverview({ pending_reports: 1 }))).toBe(
      "1 accepted report waits to be read; the numbers here are without it.",
    );
    expect(failedNote(anOverview({ failed_reports: 2 }))).toBe("2 reports could not be read");
    expect(pendingNote(anOverview())).toBeNull();
    expect(failedNote(anOverview())).toBeNull();
  });
});

describe("an agent", () => {
  it("says what it does, and silence before anything else", () => {
    expect(agentText(idle)).toBe("idle");
    expect(agentText({ ...idle, state: "building", suite: "http" })).toBe("building http");
    expect(agentText({ ...idle, state: "running", is_silent: true })).toBe("silent");
  });

  it("has progress only where it knows the total", () => {});
});

describe("news", () => {
  const news = anOverview().news;

  it("are none to who never marked anything", () => {
    expect(newsText(news)).toBeNull();
  });

  it("count what appeared and what ended, and what was measured in any case", () => {
    const since = "2026-01-01T00:00:00Z";
    expect(newsText({ ...news, since, runs: 1 })).toBe("No changes; 1 run was measured.");
    expect(
      newsText({ ...news, since, appeared_total: 2, ended_total: 1, machines: 1, runs: 9 }),
    ).toBe("2 new causes, 1 cause no longer open and 1 change of a machine; 9 runs were measured.");
  });

  it("tell acknowledged causes apart", () => {
    expect(acknowledgedNote(anOverview({ acknowledged_total: 2 }))).toBe("2 acknowledged causes");
    expect(acknowledgedNote(anOverview())).toBeNull();
  });
});

it("names first what differs between the series of a benchmark", () => {
  const sparklines = [16, 64].map((ring) => ({
    series: aLabel({ benchmark: "parse", parameters: { cycles: 2000, ring } }),
    ...{ values: [1, 2], change_at: [], worst_verdict: null },
  }));
  const other = aLabel({ benchmark: "sort", parameters: { cycles: 1000 } });
  const all = [...sparklines, { ...sparklines[0], series: other }] as never;
  expect(seriesName(sparklines[1]?.series as never, all)).toBe("parse ring=64 cycles=2000");
  expect(seriesName(other, all)).toBe("sort cycles=1000");
});
