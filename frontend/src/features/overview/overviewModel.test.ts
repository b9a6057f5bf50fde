import { describe, expect, it } from "vitest";
import type { Agent, SuiteCard } from "@/api/types";
import { aChange, aLabel, anOverview } from "@/testing/builders";
import {
  agentText,
  answerOf,
  failedNote,
  pendingNote,
  progressShare,
  suspectedNote,
  worstOf,
} from "./overviewModel";

const plain = (text: string) => text.replaceAll("\u202f", " ");

function aSuite(part: Partial<SuiteCard> = {}): SuiteCard {
  return {
    id: 1,
    name: "runtime-rust",
    summary: "",
    benchmarks: 1,
    series: 12,
    runs: 3,
    last_run_at: null,
    regressions: 0,
    improvements: 0,
    sparklines: [],
    ...part,
  };
}

const idle: Agent = {
  id: 1,
  name: "bench-1",
  version: "1",
  state: "idle",
  suite: null,
  progress: null,
  message: null,
  spooled: 0,
  last_beat_at: null,
  is_silent: false,
  machine_id: 1,
};

describe("the answer", () => {
  it("of a project without runs is that there are no results", () => {
    const totals = { runs: 0, results: 0, series: 0, commits: 0, machines: 0 };
    expect(answerOf(anOverview({ totals }))).toBe("No results yet");
  });

  it("without open changes is that nothing changed", () => {
    expect(answerOf(anOverview())).toBe("Nothing changed: no open change in 12 series");
  });

  it("counts what is open over all suites and names the worst", () => {
    const small = aChange({ id: 1 });
    const large = aChange({ id: 2, ratio: 1.3, low: 1.2, high: 1.4, series: aLabel({ id: 2 }) });
    const overview = anOverview({
      open_changes: [small, large, aChange({ id: 3, ratio: 0.2, verdict: "improvement" })],
      open_change_total: 4,
      suites: [aSuite({ regressions: 2 }), aSuite({ name: "http", improvements: 1 })],
    });
    expect(plain(answerOf(overview))).toBe(
      "2 regressions, 1 improvement and 1 other change are open; worst: search engine=smol wall_time, 30.0 % slower [20.0, 40.0]",
    );
  });

  it("speaks of the largest where nothing got worse", () => {
    const overview = anOverview({
      open_changes: [aChange({ ratio: 0.9, low: 0.88, high: 0.92, verdict: "improvement" })],
      open_change_total: 1,
      suites: [aSuite({ improvements: 1 })],
    });
    expect(plain(answerOf(overview))).toMatch(/^1 improvement is open; largest: .* 10.0 % faster/);
  });

  it("weighs a tripling as much as a fall to a third", () => {
    const up = aChange({ id: 1, ratio: 3 });
    const down = aChange({ id: 2, ratio: 0.2 });
    expect(worstOf([up, down])?.id).toBe(2);
    expect(worstOf([])).toBeNull();
    const withoutRatio = aChange({ id: 3, ratio: null, low: null, high: null });
    expect(worstOf([withoutRatio, up])?.id).toBe(1);
  });

  it("counts environment events by themselves and calls none the worst", () => {
    const event = aChange({ kind: "environment", verdict: "change", low: null, high: null });
    const overview = anOverview({
      open_changes: [event],
      open_change_total: 0,
      suites: [aSuite({})],
    });
    expect(answerOf(overview)).toBe("Nothing got worse or better; 1 environment event");
  });

  it("counts no step of an unchanged binary and calls none the worst", () => {
    const unchanged = aChange({ id: 1, ratio: 9, same_code: true });
    const small = aChange({ id: 2, ratio: 1.1 });
    expect(worstOf([unchanged, small])?.id).toBe(2);
    expect(answerOf(anOverview({ open_changes: [unchanged] }))).toBe(
      "Nothing got worse or better; 1 step of an unchanged binary",
    );
  });

  it("tells suspicions apart from what is open", () => {
    const overview = anOverview({ suspected_total: 2 });
    expect(answerOf(overview)).toBe("Nothing changed: no open change in 12 series");
    expect(suspectedNote(overview)).toBe("2 suspected changes");
    expect(suspectedNote(anOverview())).toBeNull();
  });

  it("compares nothing before there are two commits", () => {
    const totals = { runs: 1, results: 72, series: 12, commits: 1, machines: 1 };
    expect(answerOf(anOverview({ totals }))).toBe(
      "72 results in 12 series at one commit; nothing to compare with yet",
    );
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

  it("has progress only where it knows the total", () => {
    expect(progressShare({ ...idle, progress: { done: 3, total: 4 } })).toBe(0.75);
    expect(progressShare({ ...idle, progress: { done: 0, total: 0 } })).toBeNull();
  });
});
