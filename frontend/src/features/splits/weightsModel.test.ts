import { describe, expect, it } from "vitest";
import { aSplit } from "@/testing/splitBuilders";
import { changedWeights, weighables } from "./weightsModel";

const NONE = { members: {}, tags: {} };
const saved = { members: { random_mixed: 5 }, tags: {} };
/** Judged by weights that nobody asks for any more. */
const old = aSplit({ weights: { members: { random_mixed: 9 }, tags: {} }, saved_weights: saved });

function weightsOf(state: Parameters<typeof weighables>[1]) {
  return Object.fromEntries(weighables(old, state).map(({ key, weight }) => [key, weight]));
}

describe("weights of a split", () => {
  it("are those of the address, else those saved, never those of an older answer", () => {
    const given = { members: { mid_large_mt: 3 }, tags: {} };
    expect(weightsOf({ weights: given, weighBy: "members" })).toEqual({
      mid_large_mt: 3,
      random_mixed: 1,
    });
    expect(weightsOf({ weights: null, weighBy: "members" })).toEqual({
      mid_large_mt: 1,
      random_mixed: 5,
    });
  });

  it("keep every other one when one is changed", () => {
    const given = { members: { mid_large_mt: 3, random_mixed: 2 }, tags: {} };
    const state = { weights: given, weighBy: "members" } as const;
    expect(changedWeights(old, state, "random_mixed", 7).members).toEqual({
      mid_large_mt: 3,
      random_mixed: 7,
    });
  });

  it("of tags stand for all that carry them, and are never all nothing", () => {
    const state = { weights: NONE, weighBy: "tags" } as const;
    expect(weightsOf(state)).toEqual({ "objects=large": 1, "objects=small": 1 });
    const none = {
      weights: { members: {}, tags: { "objects=large": 0 } },
      weighBy: "tags",
    } as const;
    expect(changedWeights(old, none, "objects=small", 0).tags).toEqual({
      "objects=large": 0,
      "objects=small": 1,
    });
  });
});
