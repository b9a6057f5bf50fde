// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aRun } from "@/testing/builders";
import { aCurve, aSweep } from "@/testing/sweepBuilders";
import {
  acrossOf,
  bestTexts,
  curvesShown,
  failedText,
  isApart,
  newerRuns,
  pointsAt,
  remarksOf,
  runLabel,
  runsByCommit,
  sweepAnswer,
} from "./sweepsModel";

const over = (values: Record<string, number>) => aSweep({ curves: [aCurve(values)] });

describe("the axis of a sweep", () => {
  it("is logarithmic where the values span more than twenty times", () => {
    expect(acrossOf(over({ 1: 1, 500: 1 }), null)).toBe("log");
    expect(acrossOf(over({ 1: 1, 20: 1 }), null)).toBe("linear");
    expect(acrossOf(over({ 1: 1, 500: 1 }), "linear")).toBe("linear");
    expect(acrossOf(over({ 1: 1, 2: 1 }), "log")).toBe("log");
  });

  it("stays linear with a value that has no logarithm, even if asked", () => {
    expect(acrossOf(over({ 0: 1, 500: 1 }), "log")).toBe("linear");
    expect(acrossOf(aSweep({ curves: [] }), "log")).toBe("linear");
  });

  it("counts values whose variant failed", () => {
    expect(acrossOf({ ...over({ 1: 1, 4: 1 }), failed: [500] }, null)).toBe("log");
  });
});

describe("the answer of a sweep", () => {
  const small = aCurve({ 1: 2, 4: 1 }, { facet: { data: "small" }, sentence: "Best at 4." });
  const med = aCurve({ 1: 1, 4: 2 }, { facet: { data: "med" }, sentence: "Best at 1." });
  const two = aSweep({ curves: [small, med] });

  it("is what the server concluded of the shown curve", () => {
    expect(sweepAnswer(two, curvesShown(two, "data=med"))).toBe("Best at 1.");
  });

  it("says that there are several where all are shown, also for a name that is gone", () => {
    expect(curvesShown(two, "data=huge")).toHaveLength(2);
    expect(sweepAnswer(two, curvesShown(two, null))).toMatch(/best in 2 curves: 4 in 1, 1 in 1\.$/);
  });

  it("is how two curves stand to each other, and with more pairs a list of that", () => {
    const pair = {
      first: {},
      second: {},
      crossings: [],
      claimed: true,
      sentence: "One is faster.",
    };
    const compared = { ...two, crossovers: [pair] };
    expect(sweepAnswer(compared, compared.curves)).toBe("One is faster.");
    expect(remarksOf(compared, compared.curves)).toEqual([]);
    const many = { ...compared, curves: [small, med, small] };
    expect(sweepAnswer(many, many.curves)).toMatch(/best in 3 curves: 4 in 2, 1 in 1/);
    expect(remarksOf(many, many.curves)).toEqual(["One is faster."]);
  });

  it("counts curves by their best values, the most common first, and says what was not judged", () => {
    const equal = aCurve({ 1: 1, 4: 1, 8: 2 });
    const bare = aCurve({ 1: 1, 4: 2 }, { claim: "none", best_x: null, best_set: [] });
    const number = aCurve({ 1: 2, 1024: 1 }, { claim: "summary only" });
    const many = aSweep({ curves: [bare, small, number, small, equal] });
    expect(sweepAnswer(many, many.curves)).toBe(
      "wall_time of blocking_threads over blocking_max_threads, best in 5 curves: " +
        "4 in 2, not judged in 1, 1024 (no significance test) in 1, others in 1.",
    );
  });

  it("says that nothing was measured", () => {
    expect(sweepAnswer(aSweep({ curves: [] }), [])).toMatch(/was not measured/);
  });
});

describe("points of a sweep", () => {
  const sweep = aSweep();

  it("say how they stand against the best", () => {
    const standings = [1, 4, 8].map((at) => pointsAt(sweep, sweep.curves, at)[0]?.standing);
    expect(standings).toEqual([
      "26.6\u202f% from the best",
      "1.3\u202f% from the best; not distinguishable from it",
      "the best",
    ]);
    expect(pointsAt(sweep, sweep.curves, 3)).toEqual([]);
  });

  it("say how far behind they are at most where that is known", () => {
    const [first, ...rest] = sweep.curves[0]?.points ?? [];
    if (first === undefined) throw new Error("a point");
    const known = {
      ...aCurve({ 1: 1, 8: 1 }),
      best_x: 8,
      points: [{ ...first, behind: 0.31 }, ...rest],
    };
    expect(pointsAt(sweep, [known], 1)[0]?.standing).toBe(
      "26.6\u202f% from the best, at most 31.0\u202f%",
    );
  });

  it("say how they stand to the default that the suite names", () => {
    const [first, ...rest] = sweep.curves[0]?.points ?? [];
    if (first === undefined) throw new Error("a point");
    const ratio = { ratio: 1.11, low: 1.08, high: 1.14, verdict: "regression" };
    const known = {
      ...aCurve({ 1: 1, 8: 1 }),
      best_x: 8,
      points: [{ ...first, versus_default: ratio }, ...rest],
    };
    expect(pointsAt({ ...sweep, default: 500 }, [known], 1)[0]?.standing).toBe(
      "26.6\u202f% from the best; 1.11\u202f× the default, 500 [1.08, 1.14]",
    );
  });

  it("come with interval and samples", () => {
    expect(pointsAt(sweep, sweep.curves, 1)[0]).toMatchObject({
      value: "200\u202fms",
      interval: "[196, 204], 20 samples",
    });
  });

  it("are missing where a variant failed, which is said", () => {
    expect(failedText({ ...sweep, failed: [16, 1024] })).toBe(
      "Failed at blocking_max_threads = 16, 1024: no result is drawn there.",
    );
    expect(failedText(sweep)).toBeNull();
  });
});

it("names a run by its commit and day", () => {
  expect(runLabel(aRun({ id: 12 }), false)).toBe("c0ffee12 of 2026-01-08");
  expect(runLabel(aRun({ id: 12 }), true)).toBe("c0ffee12 of 2026-01-08, run 12, machine not fit");
});

describe("the best of a sweep in a list", () => {
  const curve = {
    facet: { engine: "smol", n: 5 },
    best_x: 8,
    points: [],
    values: 5,
    value: 0.2,
    claimed: true,
  };
  const best = {
    benchmark_id: 3,
    axis: "threads",
    metric: "wall_time",
    unit: "s",
    run_id: 7,
    runs: 1,
    is_fit: true,
    measured_at: "2026-01-08T12:00:00Z",
  };
  const texts = (...sets: number[][]) =>
    bestTexts({
      ...best,
      curves: sets.map((best_set) => ({ ...curve, best_set })),
      of: sets.length,
    });

  it("is the value with those that cannot be told from it", () => {
    expect(texts([8])).toEqual(["8, wall_time 200\u202fms"]);
    expect(texts([4, 8, 12])).toEqual(["8 (tied: 4 and 12), wall_time 200\u202fms"]);
    expect(
      bestTexts({ ...best, of: 1, curves: [{ ...curve, values: 9, best_set: [2, 4, 8, 10, 16] }] }),
    ).toEqual(["8 (tied: 2, 4, 10 and 16), wall_time 200\u202fms"]);
    expect(texts([1, 4, 8, 12, 500])).toEqual(["all 5 tied, wall_time 200\u202fms"]);
  });

  it("names curves by what they differ in, and counts those that were not judged", () => {
    const other = { ...curve, facet: { engine: "tokio", n: 5 }, best_set: [8], claimed: false };
    const all = { ...best, curves: [{ ...curve, best_set: [8] }, other], of: 5 };
    expect(bestTexts(all)).toEqual(["engine=smol: 8, wall_time 200\u202fms", "4 more curves"]);
    expect(bestTexts({ ...all, of: 2 })[1]).toBe(
      "engine=tokio: 8 (no significance test), wall_time 200\u202fms",
    );
  });
});

describe("the runs of a sweep", () => {
  const of = (id: number, name: string) =>
    aRun({ id, commit: { ...aRun().commit, name }, started_at: `2026-01-0${id}T00:00:00Z` });
  const runs = [of(4, "new"), of(3, "old"), of(2, "old"), of(1, "older")];
  const sweep = { runs, run: of(2, "old"), answer_runs: [3, 2], unfit_runs: [4] };

  it("are offered once for each commit, and those that do not count one by one", () => {
    expect(runsByCommit(sweep).map(({ id }) => id)).toEqual([4, 2, 1]);
  });

  it("keep the answer of the commit beside a chosen run that has no part in it", () => {
    const chosen = { ...sweep, run: of(3, "old"), answer_runs: [3] };
    const offered = runsByCommit({ ...chosen, unfit_runs: [4, 3] });
    expect(offered.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    const fit = runsByCommit({ ...chosen, unfit_runs: [] });
    expect(fit.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect(fit.map((run) => isApart(chosen, run))).toEqual([false, false, true, false]);
    expect(runLabel(of(2, "old"), false, true)).toBe("old of 2026-01-02, run 2");
  });

  it("are newer only where they would count", () => {
    expect(newerRuns(sweep)).toBe(0);
    expect(newerRuns({ ...sweep, unfit_runs: [] })).toBe(1);
  });
});
