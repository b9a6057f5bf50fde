import { describe, expect, it } from "vitest";
import type { RunRow } from "@/api/types";
import { aCommit, aLabel, aRun } from "@/testing/builders";
import { aComparison, aRow, columnsOf } from "@/testing/compareBuilders";
import {
  bothVariants,
  firstPair,
  measuredText,
  neighbours,
  shortParameters,
  sideName,
  sidesName,
  suggestions,
  varyingParameters,
  whatText,
} from "./compareModel";
import { rowsOf } from "./compareRows";
import { forestAxis, forestPlace } from "./row/forestAxis";

describe("the axis of all ratios", () => {
  it("is symmetric about no change, wide enough for most and never too wide", () => {
    const rows = [1.1, 0.95, 1.02].map((ratio) => ({ isRatio: true, ratio }));
    const axis = forestAxis(rows);
    expect(axis.least * axis.most).toBeCloseTo(1);
    expect(forestPlace(axis, 1).part).toBeCloseTo(0.5);
    expect(forestAxis([{ isRatio: true, ratio: 1e6 }]).most).toBe(8);
    expect(forestPlace(axis, 100)).toEqual({ part: 1, isBeyond: true });
  });

  it("holds the few that are told apart among many that are not", () => {
    const many = Array.from({ length: 999 }, () => ({ isRatio: true, ratio: 1.001 }));
    const told = { isRatio: true, ratio: 1.3, verdict: "regression" };
    expect(forestPlace(forestAxis([...many, told]), 1.3).isBeyond).toBe(false);
  });

  it("leaves out what has no ratio", () => {
    const axis = forestAxis([
      { isRatio: false, ratio: null },
      { isRatio: true, ratio: 0 },
    ]);
    expect(axis.most).toBeCloseTo(1.02);
  });
});

describe("what is compared", () => {
  it("is said with suite, machine, commits and runs", () => {
    const side = (id: number, name: string) => ({
      asked: `run:${id}`,
      runs: [aRun({ id, suite: "packaging", testbed: "vm", commit: aCommit({ name }) })],
      run_count: 1,
    });
    expect(whatText({ baseline: side(31, "26.2"), contender: side(32, "26.3") })).toBe(
      "packaging on vm: 26.3 (run 32) against 26.2 (run 31).",
    );
    expect(whatText({ baseline: side(32, "26.3"), contender: side(32, "26.3") })).toBe(
      "packaging on vm: 26.3 (run 32) on both sides.",
    );
    const nothing = { asked: "branch:main", runs: [], run_count: 0 };
    expect(whatText({ baseline: nothing, contender: side(32, "26.3") })).toBe("");
  });
});

describe("what is offered at first", () => {
  it("is the newest run of each place against the one before it", () => {
    const runs = [5, 4, 3, 2, 1].map((id) =>
      aRun({ id, suite: id === 4 ? "other" : "clients", commit: aCommit() }),
    );
    expect(suggestions(runs, [])).toEqual([
      {
        title: "clients on bench-1, main: run 5 against run 3",
        baseline: "run:3",
        contender: "run:5",
      },
    ]);
  });

  it("opens on the newest two commits of a branch that have a suite and a testbed in common", () => {
    const at = (name: string, part: Partial<RunRow>) =>
      aRun({ ...part, commit: aCommit({ name }) });
    const runs = [
      at("c3", { id: 6, suite: "control" }),
      at("c3", { id: 5, suite: "clients" }),
      at("c9", { id: 4, suite: "clients", branch: "other" }),
      at("c2", { id: 3, suite: "servers" }),
      at("c1", { id: 2, suite: "clients" }),
      at("c1", { id: 1, suite: "clients" }),
    ];
    expect(firstPair(runs)).toMatchObject({ baseline: "commit:c1", contender: "commit:c3" });
    expect(firstPair(runs.slice(4))).toMatchObject({ baseline: "run:1", contender: "run:2" });
    expect(firstPair([])).toBeUndefined();
  });

  it("begins with pull requests against their fork points and ends with testbeds", () => {
    const offers = [{ kind: "pull", name: "7", detail: "idea", time: null }] as const;
    const runs = ["lab", "box"].map((testbed) => aRun({ testbed, commit: aCommit() }));
    expect(
      suggestions(runs, offers).map(({ baseline, contender }) => [baseline, contender]),
    ).toEqual([
      ["fork:7", "pull:7"],
      ["testbed:box", "testbed:lab"],
    ]);
  });

  it("is no pair of testbeds that have no commit of a suite in common", () => {
    const run = aRun({ testbed: "vm", suite: "clients", commit: aCommit({ name: "c1" }) });
    const others = [
      aRun({ ...run, testbed: "ci", commit: aCommit({ name: "c2" }) }),
      aRun({ ...run, testbed: "ci", suite: "other" }),
    ];
    expect(suggestions([run, ...others], [])).toEqual([]);
  });
});

it("names a side with the values that it is limited to", () => {
  expect(sideName({ kind: "run", name: "3", parameters: { ring: ["64", "16"] } })).toBe(
    "run 3, ring=64 or 16",
  );
  expect(sideName({ kind: "fork", name: "7", parameters: {} })).toBe("merge base of 7");
});

it("names sides of one run by what tells them apart", () => {
  const of = (ring: string) => ({ kind: "run" as const, name: "3", parameters: { ring: [ring] } });
  const sides = { baseline: of("16"), contender: of("64") };
  expect(sidesName(sides)).toBe("ring=64 against ring=16 in run 3");
  expect(sidesName({ ...sides, baseline: { ...of("16"), name: "2" } })).toBe(
    "run 3, ring=64 against run 2, ring=16",
  );
  const label = aLabel({ parameters: { ring: 64, engine: "smol" } });
  expect(bothVariants(label, sides).parameters).toEqual({ ring: "16 → 64", engine: "smol" });
});

it("names rows by the parameters in which they differ", () => {
  const series = [16, 64].map((ring) => aLabel({ parameters: { engine: "smol", ring } }));
  const columns = columnsOf(series.map((label) => aRow({ series: label })));
  const varying = varyingParameters(columns.variants);
  expect(rowsOf(columns).map((row) => shortParameters(row, varying))).toEqual([
    "ring=16",
    "ring=64",
  ]);
});

describe("the pairs before and after", () => {
  const runs = [5, 4, 3, 2].map((id) => aRun({ id }));
  const side = (name: string) => ({ kind: "run", name, parameters: {} }) as const;
  const of = (baseline: string, contender: string) =>
    neighbours({ baseline: side(baseline), contender: side(contender) }, runs);

  it("step both sides by one run", () => {
    expect(of("3", "4")).toMatchObject({
      earlier: { baseline: { name: "2" }, contender: { name: "3" } },
      later: { baseline: { name: "4" }, contender: { name: "5" } },
    });
  });

  it("end where the list does, and are none of one run or of branches", () => {
    expect(of("2", "5")).toEqual({ earlier: undefined, later: undefined });
    expect(of("4", "4")).toBeNull();
  });
});

describe("run-to-run noise", () => {
  const noise = { reach: null, hopeless: 0, still: 0 };
  it.each([
    [0, "Separate runs: run-to-run noise is included."],
    [
      4,
      "Separate runs: run-to-run noise of 4 results is not known. Intervals of these hold within the runs only, where they have one.",
    ],
    [
      11,
      "Separate runs: run-to-run noise is not known. Intervals of these hold within the runs only, where they have one.",
    ],
  ])("of %i results that nobody knows is not said to be included", (unknown, said) => {
    const comparison = aComparison({
      measured: "in runs apart",
      compared: 11,
      noise: { ...noise, without_claim: unknown },
    });
    expect(measuredText(comparison)).toBe(said);
  });
});
