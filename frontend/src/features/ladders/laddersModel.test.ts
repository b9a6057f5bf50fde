// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aLadder, aRung } from "@/testing/ladderBuilders";
import { effectOf, listAnswer, moved, pairsText, resultText, verdictWords } from "./laddersModel";

describe("a rung in words", () => {
  it("has its measured verdict, or the decision before it", () => {
    expect(verdictWords(aRung({ verdict: "kept" })).text).toBe("✓ kept");
    expect(verdictWords(aRung({ verdict: "unresolved" })).text).toBe("unresolved");
    expect(verdictWords(aRung({ verdict: "rejected", decision: "kept" })).text).toBe(
      "✓ kept by decision",
    );
    expect(verdictWords(aRung({ verdict: "kept", decision: "kept" })).text).toBe("✓ kept");
  });

  it("says how many pairs are missing", () => {
    expect(pairsText(aRung({ verdict: "unresolved", more_pairs: 14 }))).toBe("about 14 more pairs");
    expect(pairsText(aRung({ verdict: "unresolved", more_pairs: null }))).toMatch(/no affordable/);
    expect(pairsText(aRung({ verdict: "kept" }))).toBeNull();
  });

  it("has its result with unit, interval and count", () => {
    expect(resultText({ value: 0.2, low: 0.19, high: 0.21, n: 12 }, "s")).toBe(
      "200\u202fms [190, 210], 12 samples",
    );
    expect(resultText({ value: 543, low: null, high: null, n: 1 }, "1/s")).toContain(
      "summary only",
    );
  });

  it("says its effect by the direction of the metric", () => {
    const range = { ratio: 1.153, low: 1.121, high: 1.186 };
    expect(effectOf(range, aLadder())).toBe("15.3\u202f% higher throughput [12.1, 18.6]");
  });
});

describe("moving a rung", () => {
  const rungs = [1, 2, 3].map((id) => aRung({ id }));
  it("keeps the baseline in front", () => {
    expect(moved(rungs, 3, -1)).toEqual([1, 3, 2]);
    expect(moved(rungs, 2, -1)).toEqual([1, 2, 3]);
    expect(moved(rungs, 3, 1)).toEqual([1, 2, 3]);
  });
});

it("the list counts what stands", () => {
  expect(listAnswer([])).toBe("No ladders");
  const row = { rungs: 4, kept: 2 } as never;
  expect(listAnswer([row, row])).toBe("2 ladders: 4 of 8 rungs kept.");
  expect(listAnswer([row, row], 134)).toBe("The 2 of 134 ladders changed last: 4 of 8 rungs kept.");
});
