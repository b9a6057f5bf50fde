// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aCommit, aHistory, aLabel, aSeries } from "@/testing/builders";
import { NO_FILTERS } from "@/ui/url/filters";
import { answerText, subjectText, titleText } from "./exploreAnswer";
import {
  changesShown,
  compared,
  factsOf,
  hasNoPercentiles,
  omissionNotes,
  percentileBar,
  percentileNote,
  samplingNote,
  steppedZoom,
  zoomAround,
} from "./exploreModel";

const wall = aSeries([0.1, 0.11], { series: aLabel({ id: 1 }) });
const cpu = aSeries([0.2, 0.2], { series: aLabel({ id: 2, metric: "cpu_time" }) });
describe("what a chart leaves out", () => {
  it("is said where points were put together", () => {
    expect(samplingNote(aHistory(wall))).toBeNull();
    expect(samplingNote(aHistory(wall, { ...cpu, bucket: 8 }))).toMatch(
      /up to 8 commits; no extreme left out/,
    );
  });

  it("is said where an axis has no place for a point", () => {
    const history = aHistory(aSeries([0, 1, null]));
    history.commits.time[0] = null;
    expect(omissionNotes(history, { axis: "commit", scale: "linear" })).toEqual([]);
    expect(omissionNotes(history, { axis: "date", scale: "log" })).toEqual([
      "1 commit has no date; drawn at the date before.",
      "1 result at or below zero cannot be placed.",
    ]);
  });

  it("is said where dates of commits go back along the branch", () => {
    const history = aHistory(aSeries([1, 1, 1]));
    history.commits.due[1] = history.commits.time[0] ?? null;
    expect(omissionNotes(history, { axis: "date", scale: "linear" })).toEqual([
      "1 commit has a date out of the branch's order; drawn at the date of a neighbour.",
    ]);
  });
});

describe("the range", () => {
  const extent = { from: 100, to: 200 };

  it.each([
    [null, { factor: 0.5 }, { from: 125, to: 175 }],
    [{ from: 125, to: 175 }, { factor: 2 }, null],
    [{ from: 100, to: 110 }, { shift: -0.5 }, { from: 100, to: 110 }],
    [{ from: 180, to: 200 }, { shift: 0.5 }, { from: 180, to: 200 }],
    [{ from: 140, to: 160 }, { shift: 0.5 }, { from: 150, to: 170 }],
    [{ from: 150, to: 153 }, { factor: 0.5 }, { from: 150, to: 154 }],
  ])("%j changed by %j is %j", (zoom, step, expected) => {
    expect(steppedZoom(zoom, extent, step)).toEqual(expected);
  });

  it("is never narrowed to where nothing was measured", () => {
    const sparse = { from: 0, to: 1000 };
    const measured = [0, 400, 900, 1000];
    const narrow = (zoom: { from: number; to: number }) =>
      steppedZoom(zoom, sparse, { factor: 0.5 }, measured);
    expect(narrow({ from: 200, to: 1000 })).toEqual({ from: 400, to: 900 });
    expect(narrow({ from: 400, to: 900 })).toEqual({ from: 400, to: 900 });
    expect(narrow({ from: 800, to: 1000 })).toEqual({ from: 900, to: 1000 });
  });

  it("around a commit holds twenty measured commits on both sides", () => {
    const { commits } = aHistory(aSeries(Array.from({ length: 100 }, () => 1)));
    expect(zoomAround(commits, 51)).toEqual({ from: 30, to: 70 });
    expect(zoomAround(commits, 1)).toEqual({ from: 0, to: 20 });
    expect(zoomAround(commits, 999)).toBeNull();
    expect(zoomAround(aHistory(wall).commits, 1)).toBeNull();
  });
});

describe("percentiles", () => {
  it("of what others summarised leave the results to be shown", () => {
    const [none, results] = [aHistory(aSeries([])), aHistory(wall)];
    none.commits.id = [];
    expect(hasNoPercentiles(none, results, { percentiles: [99] })).toBe(true);
    expect(hasNoPercentiles(none, results, { percentiles: [] })).toBe(false);
    expect(hasNoPercentiles(results, results, { percentiles: [99] })).toBe(false);
  });

  it("can be told where one series recorded enough, and else say what is missing", () => {
    const recorded = aHistory(wall, aSeries([1, 2], { n: [10, 100] }));
    expect([50, 90, 99].map((percent) => percentileBar(recorded, percent))).toEqual([
      null,
      null,
      null,
    ]);
    expect(percentileBar(aHistory(wall), 99)).toBe(
      "p99 takes a histogram or 100 samples of a result; the most of one is 10",
    );
    expect(percentileNote(recorded, [50, 90, 99])).toBeNull();
    expect(percentileNote(aHistory(wall), [50, 90, 99, 99.9])).toBe(
      "No p99, p99.9: no latency histogram, and no result has more than 10 samples.",
    );
    expect(percentileBar(aHistory(aSeries([])), 50)).toMatch(/none has any$/);
  });
});

describe("changes", () => {
  const at = (id: number, commit: number, series = 1) =>
    aChange({ id, series: aLabel({ id: series }), commit: aCommit({ id: commit }) });
  const history = aHistory(
    aSeries([1, 2, 3, 4], { changes: [at(1, 2), at(2, 4)] }),
    aSeries([1, 2, 3, 4], { series: aLabel({ id: 2 }), changes: [at(3, 3, 2)] }),
  );

  it("come newest first, without those of hidden series or outside the range", () => {
    const ids = (hidden: number[], zoom: { from: number; to: number } | null) =>
      changesShown(history, { hidden, zoom }).map((change) => change.id);
    expect(ids([], null)).toEqual([2, 3, 1]);
    expect(ids([2], null)).toEqual([2, 1]);
    expect(ids([], { from: 1, to: 2 })).toEqual([3, 1]);
  });
});

describe("points", () => {
  const history = aHistory(aSeries([0.1, null, 0.2]));

  it("know the first value of the commit before them, as pages of runs do", () => {
    const again = aSeries([0.1, 0.3, 0.2]);
    const twice = aHistory({ ...again, at: [0, 0, 1], run: [4, 5, 6] });
    const facts = factsOf(twice, { series: 1, commit: 2 });
    expect(facts).toMatchObject({ value: 0.2, previous: 0.1, run: 6, runBefore: 4 });
  });

  it("do not take for the commit before a run of a job that was there first", () => {
    const again = aSeries([0.1, 0.3, 0.2], { further_runs: [4] });
    const twice = aHistory({ ...again, at: [0, 0, 1], run: [4, 5, 6] });
    const facts = factsOf(twice, { series: 1, commit: 2 });
    expect(facts).toMatchObject({ previous: 0.3, runBefore: 5 });
  });

  it("know the last value before them, over gaps", () => {
    const facts = factsOf(history, { series: 1, commit: 3 });
    expect(facts).toMatchObject({ value: 0.2, previous: 0.1, run: 3, n: 10 });
    expect(facts?.commit).toMatchObject({ name: "commit2", ordinal: 2 });
    expect(factsOf(history, { series: 1, commit: 1 })?.previous).toBeNull();
  });

  it("are nothing where there is a gap, no such series, no such commit", () => {
    expect(factsOf(history, { series: 1, commit: 2 })).toBeNull();
    expect(factsOf(history, { series: 9, commit: 1 })).toBeNull();
    expect(factsOf(history, { series: 1, commit: 99 })).toBeNull();
  });

  it("are compared by their ratio, with a word on their intervals", () => {
    const [a, b] = [1, 3].map((commit) => factsOf(history, { series: 1, commit }));
    if (!a || !b) throw new Error("both points exist");
    expect(compared(a, b)).toEqual({ ratio: 2, doOverlap: false });
    expect(compared(a, { ...a, value: 0.101 })?.doOverlap).toBe(true);
    expect(compared(a, { ...b, low: null })?.doOverlap).toBeNull();
    expect(compared(a, { ...b, label: aLabel({ unit: "B" }) })).toBeNull();
    expect(compared({ ...a, value: 0 }, b)).toBeNull();
  });
});

const chosen = (...series: number[]) => ({ series, filters: NO_FILTERS });

describe("the first line", () => {
  it("counts what matches while nothing is drawn", () => {
    expect(answerText(chosen(), 1234, undefined)).toBe("1\u202f234 series match.");
    expect(answerText(chosen(), 0, undefined)).toBe("No series to show.");
  });

  it("tells of one series its newest number and what changed", () => {
    const changed = aSeries([0.1, 0.105], {
      changes: [aChange({ commit: aCommit({ id: 2, name: "1.2.0" }) })],
    });
    expect(answerText(chosen(1), 5, aHistory(changed))).toBe(
      "wall_time of search engine=smol on bench-1 is 105\u202fms [103, 107] at commit1, 4.8\u202f% slower [3.1, 6.4] since 1.2.0.",
    );
    const back = aSeries([0.1, 0.101], { changes: changed.changes });
    expect(answerText(chosen(1), 5, aHistory(back))).toMatch(
      /slower \[3\.1, 6\.4\] since 1\.2\.0; nearer to 100.ms before than to 105.ms after\.$/,
    );
    expect(answerText(chosen(1), 5, aHistory(wall))).toMatch(/at commit1; no open change\.$/);
    const apart = aSeries([
      ...Array.from({ length: 9 }, () => 0.1),
      ...Array.from({ length: 8 }, () => 0.3),
    ]);
    expect(answerText(chosen(1), 5, aHistory(apart))).toMatch(
      /; no open change, but the newest 8 results all lie above the 9 before them\.$/,
    );
    expect(answerText(chosen(1), 5, aHistory(aSeries([null])))).toMatch(/no results in this range/);
  });

  it("counts open changes of several, and not those that were refuted", () => {
    const changes = [
      aChange({ id: 1, commit: aCommit({ id: 1 }) }),
      aChange({ id: 2, state: "refuted", commit: aCommit({ id: 1 }) }),
    ];
    expect(answerText(chosen(1, 2), 5, aHistory({ ...wall, changes }, cpu))).toBe(
      "wall_time and cpu_time of search engine=smol on bench-1, 2 series over 2 commits: 1 open regression; search engine=smol wall_time, 4.8\u202f% slower [3.1, 6.4] since c0ffee12.",
    );
  });

  it("counts points where the answer leaves some commits out", () => {
    const thinned = { ...wall, bucket: 16, raw_n: 1000 };
    expect(answerText(chosen(1, 2), 5, aHistory(thinned, cpu))).toMatch(
      /2 series of up to 1\u202f000 points: no open change\.$/,
    );
  });

  it("names the largest regression of several, and no environment event", () => {
    const changes = [
      aChange({ id: 1, ratio: 1.1, low: null, high: null, commit: aCommit({ id: 1, name: "v1" }) }),
      aChange({ id: 2, ratio: 1.5, low: null, high: null, commit: aCommit({ id: 2, name: "v2" }) }),
      aChange({ id: 3, kind: "environment", verdict: "change", ratio: 9, low: null, high: null }),
    ];
    expect(answerText(chosen(1, 2), 5, aHistory({ ...wall, changes }, cpu))).toMatch(
      /3 open changes, 2 regressions among them; the largest: .* 50\.0\u202f% slower since v2\.$/,
    );
  });

  it("says what is looked for, in the line and in the tab", () => {
    const filters = { chosen: { benchmark: ["search"], "param.threads": ["2", "4"] }, text: "" };
    expect(answerText({ series: [], filters }, 12, undefined)).toMatch(
      /^12 series match benchmark search, threads 2 or 4\.$/,
    );
    const state = { series: [], filters, view: "chart" as const };
    expect(titleText(state, undefined)).toBe("Explore: benchmark search, threads 2 or 4");
    expect(titleText({ ...state, series: [1] }, aHistory(wall))).toBe(
      "wall_time of search engine=smol on bench-1",
    );
  });

  it("leaves out of many series what tells them apart", () => {
    const names = ["search", "sort", "scan"];
    const labels = names.map((benchmark, index) =>
      aLabel({ id: index, benchmark, parameters: { engine: "smol", threads: index } }),
    );
    expect(subjectText(labels)).toBe("wall_time of 3 benchmarks engine=smol on bench-1");
  });
});
