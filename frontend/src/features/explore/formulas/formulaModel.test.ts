import { describe, expect, it } from "vitest";
import { aHistory, aLabel, aSeries } from "@/testing/builders";
import { linesOf, rewritten, suggestions } from "./formulaModel";

const derived = {
  history: aHistory(aSeries([1, 2], { series: aLabel({ id: -1, unit: "B/s" }) })),
  operands: [],
  notes: [],
};

describe("formulas", () => {
  it("give lines that no other formula of the page shares an id with", () => {
    expect(linesOf(derived, 0)[0]?.series.id).toBe(-1);
    expect(linesOf(derived, 2)[0]?.series.id).toBe(-201);
  });

  it("are suggested for the series that are drawn", () => {
    expect(suggestions([])).toEqual([]);
    expect(suggestions([7]).map((one) => one.formula)).toEqual(["normalise(#7)"]);
    expect(suggestions([7, 3]).map((one) => one.formula)).toEqual([
      "ratio(#3, #7)",
      "difference(#3, #7)",
      "normalise(#7)",
      "geomean(normalise(#7), normalise(#3))",
    ]);
  });

  it("are written again in their place and removed by writing nothing", () => {
    expect(rewritten(["a", "b"], 0, " c ")).toEqual(["c", "b"]);
    expect(rewritten(["a", "b"], 0, "")).toEqual(["b"]);
    expect(rewritten([], 0, "a")).toEqual(["a"]);
  });
});
