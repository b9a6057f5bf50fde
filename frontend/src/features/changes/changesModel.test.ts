// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aHistory, aSeries } from "@/testing/builders";
import { answerText, choicesOf, inOrder, shapesOf } from "./changesModel";
import { changesCodec } from "./changesUrl";

const PLAIN = changesCodec.parse({});

describe("the list of changes", () => {
  it("puts the largest effect first, whichever way it goes", () => {
    const ratios = [1.1, 0.4, 2, 1.01];
    const changes = ratios.map((ratio, id) => aChange({ id, ratio }));
    const largest = inOrder(changes, "largest").map((change) => change.ratio);
    expect(largest).toEqual([0.4, 2, 1.1, 1.01]);
    expect(inOrder(changes, "newest")).toEqual(changes);
  });

  it("says first how many there are of what was asked for", () => {
    expect(answerText(12, { ...PLAIN, verdict: "regression" })).toBe("12 open regressions.");
    expect(answerText(1, { ...PLAIN, state: "all" })).toBe("1 change.");
    expect(answerText(0, { ...PLAIN, state: "refuted" })).toBe("No refuted change.");
  });

  it("draws a series without its gaps and knows where each commit lies", () => {
    const shape = shapesOf([aHistory(aSeries([1, null, 3]))]).get(1);
    expect(shape?.values).toEqual([1, 3]);
    expect(shape?.indexOf.get(3)).toBe(1);
    expect(shape?.indexOf.has(2)).toBe(false);
  });

  it("offers what is chosen even when no series has it any more", () => {
    const facets = {
      total: 1,
      facets: [{ name: "suite", choices: [{ value: "a", count: 1 }], total: 1 }],
    };
    expect(choicesOf(facets, "suite", "gone")).toEqual(["a", "gone"]);
    expect(choicesOf(facets, "suite", "a")).toEqual(["a"]);
    expect(choicesOf(undefined, "metric", "")).toEqual([]);
  });
});
