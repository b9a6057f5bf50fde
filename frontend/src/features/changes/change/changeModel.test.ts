// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aHistory, aSeries } from "@/testing/builders";
import { laterText, runAt, standingText, windowAround } from "./changeModel";

describe("the chart around a change", () => {
  const long = aHistory(aSeries(Array.from({ length: 200 }, () => 1)));

  it("shows forty points on either side, fewer at an end", () => {
    expect(windowAround(long, 101)).toEqual({ from: 60, to: 140 });
    expect(windowAround(long, 3)).toEqual({ from: 0, to: 42 });
  });

  it("shows all of a short series, and all where the commit was thinned away", () => {
    expect(windowAround(aHistory(aSeries([1, 2, 3])), 2)).toBeNull();
    expect(windowAround(long, 999)).toBeNull();
  });

  it("knows the last run of a commit", () => {
    const twice = aHistory(aSeries([1, 1, 2], { at: [0, 1, 1], run: [5, 6, 7] }));
    expect(runAt(twice, 2)).toBe(7);
    expect(runAt(twice, 9)).toBeNull();
  });
});

describe("results at the level that were not judged", () => {
  const change = aChange({ commit: { ...aChange().commit, id: 101 }, after_n: 90 });
  const history = aHistory(
    aSeries(
      Array.from({ length: 200 }, () => 1),
      { changes: [change] },
    ),
  );

  it("says nothing of points that are no results of what moved", () => {
    expect(laterText(history, { ...change, aspect: "max", after_n: 60 })).toBe(
      "The chart shows the centres: the maximum is not drawn.",
    );
    expect(laterText(history, { ...change, aspect: "p99", after_n: 60 })).toMatch(/^Effect/);
  });

  it("says which came later, and which lie too far off", () => {
    expect(laterText(history, { ...change, after_n: 20 })).toMatch(/^80 more results have arrived/);
    expect(laterText(history, { ...change, after_n: 20, state: "withdrawn" })).toBe("");
    expect(laterText(history, { ...change, after_n: 60 })).toBe(
      "Effect estimated from the 60 results after the step; 40 more follow.",
    );
    expect(laterText(history, { ...change, after_n: 100 })).toBe(
      laterText(history, { ...change, after_n: 60 }),
    );
  });
});

describe("where a change stands", () => {
  it("names who brought it there", () => {
    expect(standingText(aChange())).toBe("confirmed");
    expect(standingText(aChange({ acknowledged_by: "Ada" }))).toBe("acknowledged by Ada");
    expect(standingText(aChange({ state: "refuted", cause: "person" }))).toBe(
      "refuted by a person",
    );
    expect(standingText(aChange({ state: "refuted", cause: "reruns" }))).toBe("refuted by re-runs");
  });
});
