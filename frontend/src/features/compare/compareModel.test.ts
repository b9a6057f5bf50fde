import { describe, expect, it } from "vitest";
import { aCommit, aLabel, aRun } from "@/testing/builders";
import { aComparison, aRow } from "./compareBuilders";
import {
  forestAxis,
  forestPlace,
  shortParameters,
  shownText,
  sideName,
  suggestions,
  varyingParameters,
} from "./compareModel";

describe("the axis of all rows", () => {
  it("is symmetric around no change and never narrower than 2 %", () => {
    const axis = forestAxis([aRow({ ratio: 1.001 })]);
    expect(axis.most).toBeCloseTo(1.02);
    expect(axis.least * axis.most).toBeCloseTo(1);
    expect(forestPlace(axis, 1).part).toBeCloseTo(0.5);
  });

  it("does not let one outlier flatten the others, and marks it", () => {
    const rows = [...Array(99).keys()].map((i) => aRow({ ratio: 1 + i / 1000 }));
    const axis = forestAxis([...rows, aRow({ ratio: 50 })]);
    expect(axis.most).toBeLessThan(1.2);
    expect(forestPlace(axis, 50)).toEqual({ part: 1, isBeyond: true });
    expect(forestPlace(axis, 1.05).isBeyond).toBe(false);
  });

  it("copes with rows that have no ratio", () => {
    const axis = forestAxis([aRow({ is_ratio: false, ratio: null }), aRow({ ratio: 0 })]);
    expect(axis.most).toBeCloseTo(1.02);
  });
});

describe("what is offered at first", () => {
  it("is the newest run of each place against the one before it", () => {
    const runs = [5, 4, 3, 2, 1].map((id) =>
      aRun({ id, suite: id === 4 ? "other" : "clients", commit: aCommit() }),
    );
    expect(suggestions(runs)).toEqual([
      {
        title: "clients on bench-1, main: run 5 against run 3",
        baseline: 3,
        contender: 5,
      },
    ]);
  });
});

it("names a side with the values that it is limited to", () => {
  const side = { kind: "run", name: "3", parameters: { ring: ["64", "16"] } } as const;
  expect(sideName({ ...side, parameters: { ring: ["64", "16"] } })).toBe("run 3, ring=64 or 16");
});

it("says how many rows are left out", () => {
  expect(shownText(aComparison())).toBeNull();
  expect(shownText(aComparison({ matching: 5000 }))).toBe(
    "1 of 5\u202f000 rows are shown, the worst first.",
  );
});

it("names rows by the parameters in which they differ", () => {
  const rows = [16, 64].map((ring) =>
    aRow({ series: aLabel({ parameters: { engine: "smol", ring } }) }),
  );
  const varying = varyingParameters(rows);
  expect(rows.map((row) => shortParameters(row, varying))).toEqual(["ring=16", "ring=64"]);
  const partly = [...rows, aRow({ series: aLabel({ parameters: { ring: 16 } }) })];
  expect(varyingParameters(partly)).toEqual(new Set(["engine", "ring"]));
});
